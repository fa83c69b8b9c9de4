import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

type Look = { readonly size?: number; readonly bold?: boolean; readonly color?: string }

/**
 * A paper as PDF (A4, millimetre margins in points), in Noto Sans with all letters of our four languages. The font comes in parts, each with
 * some scripts: a text is set run by run. `end` answers the bytes.
 */
export function createPaper(info: { readonly title: string; readonly lang: string }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: info.lang,
    info: { Title: info.title, Producer: 'Bedside', Creator: 'Bedside' },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const weight of WEIGHTS)
    for (const part of PARTS) doc.registerFont(`${part}-${weight}`, FONTS[`${part}-${weight}`])
  return {
    /** From x on, in one line; answers where it ends. */
    write: (text: string, x: number, y: number, look: Look = {}) => runs(text, x, y, look),
    /** Ending at x. */
    writeUntil: (text: string, x: number, y: number, look: Look = {}) => runs(text, x - widthOf(text, look), y, look),
    rule: (y: number) => doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor('#b8c4c8').stroke(),
    end: () => {
      doc.end()
      return done
    },
  }

  function runs(text: string, from: number, y: number, { size = 10.5, color = '#12262b', bold = false }: Look): number {
    let x = from
    doc.fontSize(size).fillColor(color)
    for (const { part, letters } of partsOf(text)) {
      doc.font(`${part}-${bold ? 600 : 400}`).text(letters, x, y, { lineBreak: false })
      x += doc.widthOfString(letters)
    }
    return x
  }

  function widthOf(text: string, { size = 10.5, bold = false }: Look): number {
    doc.fontSize(size)
    return partsOf(text).reduce(
      (sum, { part, letters }) => sum + doc.font(`${part}-${bold ? 600 : 400}`).widthOfString(letters),
      0,
    )
  }
}

/** The writable width of the page, points. */
export const LEFT = 56
export const RIGHT = 595.28 - 56

const WEIGHTS = [400, 600] as const
const PARTS = ['latin', 'latin-ext', 'cyrillic'] as const
type Part = (typeof PARTS)[number]

const require = createRequire(import.meta.url)
const FONTS: Readonly<Record<`${Part}-${(typeof WEIGHTS)[number]}`, string>> = {
  'latin-400': require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'),
  'latin-600': require.resolve('@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff'),
  'latin-ext-400': require.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff'),
  'latin-ext-600': require.resolve('@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff'),
  'cyrillic-400': require.resolve('@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff'),
  'cyrillic-600': require.resolve('@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff'),
}

/** Neighbouring letters of one part of the font together; a space stays with what is before it. */
function partsOf(text: string): { part: Part; letters: string }[] {
  const parts: { part: Part; letters: string }[] = []
  for (const letter of text.replaceAll('\u202f', '\u00a0')) {
    const last = parts.at(-1)
    const part = letter === ' ' && last ? last.part : partOf(letter.codePointAt(0) ?? 0)
    if (last?.part === part) last.letters += letter
    else parts.push({ part, letters: letter })
  }
  return parts
}

/** Which part has a letter, by the parts' own ranges. */
function partOf(code: number): Part {
  if ((code >= 0x400 && code <= 0x52f) || code === 0x2116) return 'cyrillic'
  const latin = code <= 0xff || code === 0x131 || code === 0x152 || code === 0x153 || (code >= 0x2000 && code <= 0x206f)
  return latin || code === 0x20ac || code === 0x2122 || code === 0x2212 ? 'latin' : 'latin-ext'
}

import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { openFont } from './font.ts'

type Look = { readonly size?: number; readonly bold?: boolean; readonly color?: string }
type Block = Look & { readonly width?: number }

/**
 * A PDF document (A4, millimetre margins in points), in Noto Sans with all letters of our four languages. The font
 * comes in parts, each with some scripts: a text is set run by run. `end` returns the bytes.
 */
export function createPaper(info: { readonly title: string; readonly lang: string }) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    bufferPages: true,
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
    for (const part of PARTS) doc.registerFont(`${part}-${weight}`, openFont(FONTS[`${part}-${weight}`]))
  return {
    /** Starts at x, on one line; returns where it ends. */
    write: (text: string, x: number, y: number, look: Look = {}) => runs(text, x, y, look),
    /** Ends at x. */
    writeUntil: (text: string, x: number, y: number, look: Look = {}) => runs(text, x - widthOf(text, look), y, look),
    /** On as many lines and pages as it needs; returns where the next thing goes. */
    flow: (text: string, x: number, y: number, look: Block = {}) => {
      const step = (look.size ?? SIZE) * LEAD
      let at = y
      for (const line of linesOf(text, look)) {
        at = room(at, step)
        runs(line, x, at, look)
        at += step
      }
      return at
    },
    /** y if this much fits below it, otherwise the top of a new page. Points. */
    room,
    /** A PNG, with the given height and width. Points. */
    picture: (png: Buffer, x: number, y: number, size: { readonly width: number; readonly height: number }) =>
      void doc.image(png, x, y, { ...size }),
    rule: (y: number) => doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor('#b8c4c8').stroke(),
    /** `foot` is at the foot of every page, with the page number if there are several. */
    end: (foot?: string) => {
      const { count } = doc.bufferedPageRange()
      if (foot !== undefined) for (let page = 0; page < count; page++) writeFoot(foot, page, count)
      doc.end()
      return done
    },
  }

  function writeFoot(foot: string, page: number, count: number) {
    const place = `${page + 1} / ${count}`
    const look = { size: 8.5, color: SOFT }
    doc.switchToPage(page)
    runs(foot, LEFT, FOOT, look)
    if (count > 1) runs(place, RIGHT - widthOf(place, look), FOOT, look)
  }

  function room(y: number, needed: number): number {
    if (y + needed <= BOTTOM) return y
    doc.addPage()
    return TOP
  }

  /** Broken between words; a word longer than a line is broken where the line ends. */
  function linesOf(text: string, { width = RIGHT - LEFT, ...look }: Block): string[] {
    return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      let used = 0
      for (const word of paragraph.split(/(?<= )/)) {
        if (used + widthOf(word.trimEnd(), look) > width && line) {
          lines.push(line.trimEnd())
          line = ''
          used = 0
        }
        for (const piece of widthOf(word.trimEnd(), look) > width ? word : [word]) {
          const pieceWidth = widthOf(piece, look)
          if (used + pieceWidth > width && line && piece !== word) {
            lines.push(line)
            line = ''
            used = 0
          }
          line += piece
          used += pieceWidth
        }
      }
      return [...lines, line.trimEnd()]
    })
  }

  function runs(text: string, from: number, y: number, { size = SIZE, color = '#12262b', bold = false }: Look): number {
    let x = from
    doc.fontSize(size).fillColor(color)
    for (const { part, letters } of partsOf(text)) {
      doc.font(`${part}-${bold ? 600 : 400}`).text(letters, x, y, { lineBreak: false })
      x += doc.widthOfString(letters)
    }
    return x
  }

  function widthOf(text: string, { size = SIZE, bold = false }: Look): number {
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
/** Where a page begins and where its text ends; the foot is below. Points from the top. */
export const TOP = 56
const BOTTOM = 750
const FOOT = 772
/** Colour of secondary text. */
export const SOFT = '#526469'
const SIZE = 10.5
const LEAD = 1.4

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

/** Adjacent letters of one part of the font together; a space belongs to what precedes it. */
function partsOf(text: string): { part: Part; letters: string }[] {
  const parts: { part: Part; letters: string }[] = []
  // control characters draw nothing and could reverse the text around them
  for (const letter of text.replaceAll('\u202f', '\u00a0').replaceAll(/[\p{Cc}\p{Cf}]/gu, '')) {
    const last = parts.at(-1)
    const part = letter === ' ' && last ? last.part : partOf(letter.codePointAt(0) ?? 0)
    if (last?.part === part) last.letters += letter
    else parts.push({ part, letters: letter })
  }
  return parts
}

/** The part that has a letter, by the parts' own ranges. */
function partOf(code: number): Part {
  if ((code >= 0x400 && code <= 0x52f) || code === 0x2116) return 'cyrillic'
  const latin = code <= 0xff || code === 0x131 || code === 0x152 || code === 0x153 || (code >= 0x2000 && code <= 0x206f)
  return latin || code === 0x20ac || code === 0x2122 || code === 0x2212 ? 'latin' : 'latin-ext'
}

import { inflateSync } from 'node:zlib'

/** What a reader finds in one of our PDFs. */
export type PdfText = {
  /** All text, page by page in the order of setting, by the fonts' own ToUnicode maps. */
  readonly text: string
  /** How often a font drew the box for a letter it does not have (glyph 0). */
  readonly missing: number
  /** The fonts in use, and whether the letters' shapes are in the file. */
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[]
}

/**
 * Reads a PDF as pdfkit writes it: objects one after the other, deflated streams, text in two-byte glyphs (ISO 32000-1,
 * 9.10).
 */
export function readPdf(pdf: Buffer): PdfText {
  const objects = new Map<string, { head: string; stream: Buffer | null }>()
  const whole = pdf.toString('latin1')
  for (const found of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length
    const marker = whole.indexOf('stream\n', from)
    const end = whole.indexOf('endobj', from)
    const hasStream = marker !== -1 && marker < end
    const head = whole.slice(from, hasStream ? marker : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const raw = hasStream ? pdf.subarray(marker + 7, marker + 7 + length) : null
    objects.set(found[1]!, { head, stream: raw && (head.includes('FlateDecode') ? inflateSync(raw) : raw) })
  }
  const head = (id: string | undefined) => objects.get(id ?? '')?.head ?? ''
  const ref = (text: string, name: string) => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(text)?.[1]
  const fonts = new Map<string, { name: string; embedded: boolean; letters: Map<number, string> }>()
  const used = new Set<string>()
  let text = ''
  let missing = 0
  for (const { head: page } of objects.values()) {
    if (!/\/Type \/Page\b/.test(page)) continue
    const list =
      /\/Font <<([\s\S]*?)>>/.exec(page.includes('/Font <<') ? page : head(ref(page, 'Resources')))?.[1] ?? ''
    for (const [, name = '', id = ''] of list.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = head(id)
      const inner = head(ref(font, 'DescendantFonts'))
      const shapes = head(ref(inner, 'FontDescriptor'))
      fonts.set(name, {
        name: /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? name,
        embedded: /\/FontFile[23]? /.test(shapes),
        letters: lettersOf(objects.get(ref(font, 'ToUnicode') ?? '')?.stream?.toString('latin1') ?? ''),
      })
    }
    const content = objects.get(ref(page, 'Contents') ?? '')?.stream?.toString('latin1') ?? ''
    let font = ''
    for (const [, named, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (named) font = named
      if (!shown) continue
      used.add(font)
      for (const [, hex = ''] of shown.matchAll(/<([0-9a-f]+)>/gi))
        for (let i = 0; i < hex.length; i += 4) {
          const glyph = Number.parseInt(hex.slice(i, i + 4), 16)
          if (glyph === 0) missing++
          text += fonts.get(font)?.letters.get(glyph) ?? '\ufffd'
        }
      text += '\n'
    }
  }
  return { text, missing, fonts: [...used].flatMap((name) => fonts.get(name) ?? []) }
}

/** A ToUnicode map: ranges with a list, ranges that count up, and single glyphs. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  const read = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex').swap16().toString('utf16le')
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(from, 16)
    for (const [, hex = ''] of list.matchAll(/<([0-9a-f\s]+)>/gi)) letters.set(glyph++, read(hex))
  }
  for (const [, from = '', to = '', first = ''] of map
    .replaceAll(/\[[^\]]*\]/g, '')
    .matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*<([0-9a-f]{4})>/gi))
    for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++)
      letters.set(glyph, String.fromCodePoint(Number.parseInt(first, 16) + glyph - Number.parseInt(from, 16)))
  return letters
}

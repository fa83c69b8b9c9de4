/** What plots of the bench are made of: text, and a page of white. Coordinates in px. */
export const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${fixed(x)}" y="${fixed(y)}"${more && ` ${more}`}>${escape(words)}</text>`

export const fixed = (value: number) => value.toFixed(1)

/** A whole picture. */
export function page(width: number, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#0f172a">`
  return `${head}\n${[`<rect width="${width}" height="${height}" fill="#fff"/>`, ...parts].join('\n')}\n</svg>\n`
}

/** Ours, and all else. */
export const [INK, GREY] = ['#0f766e', '#94a3b8']

const escape = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A list for spreadsheets (RFC 4180), with a byte order mark, so that Excel reads it as UTF-8. */
export function csvOf(heads: readonly string[], rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(harmless(cell), separator)).join(separator)
  return `\uFEFF${[heads, ...rows].map(line).join('\r\n')}\r\n`
}

/** Keeps text that people typed from becoming a formula in a spreadsheet (OWASP "CSV injection"). */
const harmless = (cell: string) => (/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell)

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

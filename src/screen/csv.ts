/** A list for spreadsheets (RFC 4180), with a byte order mark, so that Excel reads it as UTF-8. */
export function csvOf(heads: readonly string[], rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(harmless(cell), separator)).join(separator)
  return `\uFEFF${[heads, ...rows].map(line).join('\r\n')}\r\n`
}

/**
 * Keeps text that people typed from becoming a formula in a spreadsheet (OWASP "CSV injection"). A phone stays as it is,
 * for spreadsheets and for tools that send SMS (decision 0154).
 */
const harmless = (cell: string) => (STARTS_FORMULA.test(cell) && !PHONE.test(cell) ? `'${cell}` : cell)

const STARTS_FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A plus and then nothing but digits and blanks: a number, since no operator, name or reference can follow. */
const PHONE = /^\+[0-9](?:[0-9 ]*[0-9])?$/

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

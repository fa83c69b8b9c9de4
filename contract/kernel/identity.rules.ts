/**
 * A Turkish identity number in its stored form, from what people type, or null if it is none (SPEC §5). Blanks are
 * removed, and digits of other scripts become ASCII. The checksum is the registry's: eleven digits, the first not 0.
 */
export function readIdentityNumber(typed: string): string | null {
  if (typed.length > LONGEST) return null
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\s/gu, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
  if (!/^[1-9]\d{10}$/.test(text)) return null
  const digits = [...text].map(Number)
  const sum = (from: number, to: number, step: number) =>
    digits.slice(from, to).reduce((total, digit, i) => (i % step === 0 ? total + digit : total), 0)
  // the difference can be negative, so 100 is added before the remainder is taken
  const tenth = (7 * sum(0, 9, 2) - sum(1, 8, 2) + 100) % 10
  return digits[9] === tenth && digits[10] === sum(0, 10, 1) % 10 ? text : null
}

/** Whether the text is a Turkish identity number, in any spelling `readIdentityNumber` takes. */
export const isIdentityNumber = (typed: string): boolean => readIdentityNumber(typed) !== null

/** Eleven digits with blanks between them; longer text is not examined. */
const LONGEST = 60

/**
 * A script's ten digits follow each other from its zero (NFKC has folded those that differ only in style), so the value
 * is the distance to zero.
 */
export function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return String(value)
}

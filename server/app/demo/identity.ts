/**
 * An invented Turkish identity number whose check digits are right: eleven digits, the first not 0; the tenth and eleventh follow
 * from the others. The same for the same `n` on every machine; different for different ones below 899,999,999.
 */
export function identityOf(n: number): string {
  const digits = [...String(100_000_000 + ((n * 7_919_357) % 899_999_999))].map(Number)
  const sum = (from: number) => digits.filter((_, i) => i % 2 === from).reduce((a, b) => a + b, 0)
  const tenth = (((sum(0) * 7 - sum(1)) % 10) + 10) % 10
  const eleventh = (digits.reduce((a, b) => a + b, 0) + tenth) % 10
  return [...digits, tenth, eleventh].join('')
}

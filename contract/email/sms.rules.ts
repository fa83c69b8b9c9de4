/**
 * The cost of an SMS: its alphabet, its length in units of that alphabet, and its number of parts (3GPP TS 23.038,
 * 23.040).
 */
export type SmsSize = {
  readonly alphabet: 'GSM-7' | 'UCS-2'
  readonly length: number
  readonly parts: number
  readonly left: number
}

/**
 * Ignores the national tables, which few gateways use: one letter outside GSM-7 makes the whole message UCS-2. A
 * character of two units is never split. `left`: units until another part begins.
 */
export function measureSms(text: string): SmsSize {
  const signs = [...text]
  const isGsm = signs.every((sign) => BASIC.has(sign) || EXTENDED.has(sign))
  const units = signs.map((sign) => (isGsm ? (EXTENDED.has(sign) ? 2 : 1) : sign.length))
  const [alone, each] = isGsm ? [160, 153] : [70, 67]
  const length = units.reduce((sum, size) => sum + size, 0)
  const alphabet = isGsm ? 'GSM-7' : 'UCS-2'
  if (length <= alone) return { alphabet, length, parts: length ? 1 : 0, left: alone - length }
  let parts = 1
  let filled = 0
  for (const size of units) {
    if (filled + size > each) {
      parts++
      filled = 0
    }
    filled += size
  }
  return { alphabet, length, parts, left: each - filled }
}

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€\f')

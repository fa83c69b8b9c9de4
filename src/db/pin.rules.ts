import { PIN_LEAST, PIN_MOST } from '../../contract/kernel/constants.ts'

/** Why a PIN is not accepted. */
export type PinFault = 'short' | 'digits' | 'guessed'

/**
 * Whether six or more digits withstand five guesses: not one digit repeated, no run up or down, no pattern of two or
 * three, nothing that looks like a date of birth. Pure.
 */
export function whyNotPin(pin: string): PinFault | null {
  if (!/^\d*$/.test(pin)) return 'digits'
  if (pin.length < PIN_LEAST || pin.length > PIN_MOST) return 'short'
  return isRun(pin) || isRepeated(pin) || isDay(pin) ? 'guessed' : null
}

function isRun(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10))
  return steps.size === 1 && [0, 1, 9].includes([...steps][0]!)
}

const isRepeated = (pin: string) => /^(\d{1,3})\1+$/.test(pin)

/** DDMMYY, MMDDYY, YYMMDD, and the same with all four digits of the year. */
function isDay(pin: string): boolean {
  const part = (from: number, length: number) => Number(pin.slice(from, from + length))
  const isDate = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12
  const isYear = (year: number) => year >= 1900 && year <= 2099
  if (pin.length === 6)
    return isDate(part(0, 2), part(2, 2)) || isDate(part(2, 2), part(0, 2)) || isDate(part(4, 2), part(2, 2))
  if (pin.length !== 8) return false
  return (
    (isYear(part(4, 4)) && (isDate(part(0, 2), part(2, 2)) || isDate(part(2, 2), part(0, 2)))) ||
    (isYear(part(0, 4)) && isDate(part(6, 2), part(4, 2)))
  )
}

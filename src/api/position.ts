import { POSITION_HEADER } from '../../contract/kernel/constants.ts'

/**
 * How far the server's database had come when this device last changed something. It is said with each request, so that no replica answers that has
 * not got so far (decision 0117). Pages share it; the worker, which has no local storage, knows what it was told itself.
 */
export const positionHeader = (): Readonly<Record<string, string>> => {
  const position = kept()
  return position ? { [POSITION_HEADER]: position } : {}
}

/** What an answer says of it: of one run of the database the later counts, of two the one that was told last. */
export function hearPosition(told: string | null): void {
  if (!told) return
  const before = kept()
  if (before && runOf(before) === runOf(told) && placeOf(before) >= placeOf(told)) return
  own = told
  // private windows and full disks: then this page alone knows
  try {
    localStorage.setItem(POSITION_HEADER, told)
  } catch {}
}

let own: string | null = null

function kept(): string | null {
  try {
    return localStorage.getItem(POSITION_HEADER) ?? own
  } catch {
    return own
  }
}

const runOf = (position: string) => position.split('@')[0]

/** Both halves in sixteen digits, which compare as text. */
const placeOf = (position: string) =>
  (position.split('@')[1] ?? '')
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('')

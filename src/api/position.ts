import { POSITION_HEADER } from '../../contract/kernel/constants.ts'

/**
 * The position of the server's database after this device's last change. Each request sends it, so that no replica
 * answers that is not that far (decision 0117). Pages share it; the worker, which has no local storage, knows only its
 * own.
 */
export const positionHeader = (): Readonly<Record<string, string>> => {
  const position = kept()
  return position ? { [POSITION_HEADER]: position } : {}
}

/**
 * Takes the position from an answer: within one run of the database the later counts, between two runs the newer
 * answer.
 */
export function hearPosition(position: string | null): void {
  if (!position) return
  const before = kept()
  if (before && runOf(before) === runOf(position) && placeOf(before) >= placeOf(position)) return
  own = position
  // private windows and full disks: then only this page knows
  try {
    localStorage.setItem(POSITION_HEADER, position)
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

/** Both halves as sixteen digits, which compare as text. */
const placeOf = (position: string) =>
  (position.split('@')[1] ?? '')
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('')

import { KIOSK_CLOSES_MINUTES, KIOSK_OPENS_MINUTES } from '../kernel/constants.ts'

/** Rule 70: when a tablet checks in for a visit, epoch ms, both ends included. `start` is the visit's instant. */
const kioskWindow = (start: string) => ({
  opens: Date.parse(start) - KIOSK_OPENS_MINUTES * MINUTE,
  closes: Date.parse(start) + KIOSK_CLOSES_MINUTES * MINUTE,
})

export function isInWindow(start: string, now: number): boolean {
  const { opens, closes } = kioskWindow(start)
  return opens <= now && now <= closes
}

/** Rule 74: what a tablet may show of a name: the first name and one letter. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name.normalize('NFC').trim().split(/\s+/)
  const [letter] = [...(rest.at(-1) ?? '')]
  return letter ? `${first} ${letter.toLocaleUpperCase()}.` : first
}

/**
 * What a person shows to say who they are, as one text: the code in their message, or birth date (YYYYMMDD) and the
 * last four digits of their phone (rule 71). A tablet stores only digests of these, salted per clinic and day.
 */
export const proofByCode = (code: string) => `code ${code}`
export const proofByBirth = (birth: string, phoneEnd: string) => `birth ${birth} ${phoneEnd}`

/**
 * How a digest of a proof is computed: Argon2id, memory in KiB. Both sides must use the same values, or no one is
 * found.
 */
export const PROOF_HASH = { memory: 8 * 1024, passes: 1, bytes: 16 } as const

/**
 * The part of a digest that is stored, as four hex digits: fourteen bits. A code has twenty, so someone who holds the
 * list and tries all codes finds about sixty that fit, and cannot tell which is the right one (docs/decisions/0070).
 */
export const shortened = (tag: Uint8Array): string =>
  (((tag[0]! << 8) | tag[1]!) & 0x3fff).toString(16).padStart(4, '0')

/**
 * Visits of the list that a digest belongs to and that can be checked in now. If there are none, the tablet shows one
 * neutral "please go to the desk".
 */
export const visitsFor = <V extends { readonly start: string; readonly proofs: readonly string[] }>(
  visits: readonly V[],
  digest: string,
  now: number,
): V[] => visits.filter(({ start, proofs }) => proofs.includes(digest) && isInWindow(start, now))

/**
 * When check-in opens for the first future visit of the list that a digest belongs to, epoch ms; null if there is none.
 */
export function opensFor(
  visits: readonly { readonly start: string; readonly proofs: readonly string[] }[],
  digest: string,
  now: number,
): number | null {
  const early = visits
    .filter(({ proofs }) => proofs.includes(digest))
    .map(({ start }) => kioskWindow(start).opens)
    .filter((opens) => opens > now)
  return early.length ? Math.min(...early) : null
}

const MINUTE = 60_000

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

/** Rule 74: what a tablet may show of a name: the first one and a letter. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name.normalize('NFC').trim().split(/\s+/)
  const [letter] = [...(rest.at(-1) ?? '')]
  return letter ? `${first} ${letter.toLocaleUpperCase()}.` : first
}

/**
 * What a person shows to say who they are, as one text: the code of their message, or their birth date (YYYYMMDD) and the last four
 * digits of their phone (rule 71). A tablet keeps digests of these alone, salted for each clinic and day.
 */
export const proofByCode = (code: string) => `code ${code}`
export const proofByBirth = (birth: string, phoneEnd: string) => `birth ${birth} ${phoneEnd}`

/** How a digest of a proof is made: Argon2id, memory in KiB. The same on both sides, or nobody is found. */
export const PROOF_HASH = { memory: 8 * 1024, passes: 1, bytes: 16 } as const

/**
 * All that is kept of a digest, as four hex digits: fourteen bits. A code has twenty, so that whoever holds the list and tries them all finds about sixty
 * that fit and none that is told from the others (docs/decisions/0070).
 */
export const shortened = (tag: Uint8Array): string =>
  (((tag[0]! << 8) | tag[1]!) & 0x3fff).toString(16).padStart(4, '0')

/** Visits of the list that a digest belongs to and that may be checked in for now; empty is one neutral "please go to the desk". */
export const visitsFor = <V extends { readonly start: string; readonly proofs: readonly string[] }>(
  visits: readonly V[],
  digest: string,
  now: number,
): V[] => visits.filter(({ start, proofs }) => proofs.includes(digest) && isInWindow(start, now))

/** When check-in opens for the first visit of the list that a digest belongs to and that is still to come, epoch ms; null where there is none. */
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

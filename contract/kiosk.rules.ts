import { KIOSK_CLOSES_MINUTES, KIOSK_OPENS_MINUTES } from './constants.ts'

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
 * digits of their phone (rule 71). A tablet keeps digests of these alone, salted anew for each list.
 */
export const proofByCode = (code: string) => `code ${code}`
export const proofByBirth = (birth: string, phoneEnd: string) => `birth ${birth} ${phoneEnd}`

/** The digest of a proof, hex. Whoever holds the tablet can try all codes; it keeps them from being read off, and the names behind are masked. */
export async function digestOf(salt: string, proof: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${proof}`))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Visits of the list that a digest belongs to and that may be checked in for now; empty is one neutral "please go to the desk". */
export const visitsFor = <V extends { readonly start: string; readonly proofs: readonly string[] }>(
  visits: readonly V[],
  digest: string,
  now: number,
): V[] => visits.filter(({ start, proofs }) => proofs.includes(digest) && isInWindow(start, now))

const MINUTE = 60_000

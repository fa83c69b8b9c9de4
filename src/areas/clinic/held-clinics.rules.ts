import { MOST_CLINICS } from '../../../contract/sync/sync.ts'

type Known = {
  readonly id: string
  readonly private?: boolean | undefined
  readonly deletedAt?: string | null | undefined
}

/**
 * The public clinics whose records an admin's device holds, as the server chooses them (`server/db/held-clinics.ts`),
 * and whether others are left out.
 */
export function clinicsHeld<C extends Known>(
  clinics: readonly C[],
  chosen: readonly string[],
): { readonly held: readonly C[]; readonly open: number } {
  const open = clinics.filter(isHoldable).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const held = chosen.length ? open.filter(({ id }) => chosen.includes(id)) : open.slice(0, MOST_CLINICS)
  return { held, open: open.length }
}

/** Whether an admin's device may hold the records of a clinic at all. */
export const isHoldable = (clinic: Known): boolean => !clinic.private && !clinic.deletedAt

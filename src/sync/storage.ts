import Dexie from 'dexie'

/**
 * Whether an error means that this device cannot store anything at the moment: full, broken, or closed meanwhile (TRUST
 * R76). Judged by the names that browsers give them, never by their texts. A failed bulk write counts as its first
 * part's failure.
 */
export function isStorageError(error: unknown): boolean {
  if (error instanceof Dexie.BulkError) return isStorageError(Object.values(error.failures)[0])
  return (
    error instanceof Error && /Quota|Unknown|Abort|DatabaseClosed|InvalidState|OpenFailed|StoodStill/.test(error.name)
  )
}

/** The database of this tab has not answered for so long that the round gives up. */
export class StoodStill extends Error {
  override readonly name = 'StoodStill'
}

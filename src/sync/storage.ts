import Dexie from 'dexie'

/**
 * Whether an error says that this device cannot store anything at the moment: full, broken, or closed under us (TRUST R76). By the
 * names browsers give them; their texts are nobody's business. A failed bulk write is what its first part failed of.
 */
export function isStorageError(error: unknown): boolean {
  if (error instanceof Dexie.BulkError) return isStorageError(Object.values(error.failures)[0])
  return (
    error instanceof Error && /Quota|Unknown|Abort|DatabaseClosed|InvalidState|OpenFailed|StoodStill/.test(error.name)
  )
}

/** The database of this tab has not answered for so long that nobody waits for it any more. */
export class StoodStill extends Error {
  override readonly name = 'StoodStill'
}

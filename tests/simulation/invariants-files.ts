import { createHash } from 'node:crypto'
import { openBytes, openFileKey } from '../../server/ports/files/patient-key.ts'
import type { KeptBytes } from '../../src/db/database.ts'
import { each, type Check } from './invariants.ts'

/**
 * SYNC "blobs": the server has the bytes of each of its files, as they were judged; and no device keeps bytes to which
 * nothing refers. A restored database may know files whose bytes were deleted after the copy.
 */
export const I2_filesWhole: Check = async (server, ledger, healed) => {
  const rows = await server.sql<{
    id: string
    stored: string
    sha256: string
    file_key: string | null
    sealed: string
  }>(
    'select f.id, stored, sha256, file_key, k.sealed from patient_file f left join patient_key k on k.id = f.key_id where deleted_at is null',
  )
  const problems: string[] = []
  for (const { id, stored, sha256, file_key, sealed } of server.life() ? [] : rows) {
    const kept = await server.files.get(stored)
    const bytes = kept && file_key ? openBytes(openFileKey(server.vault, file_key, sealed), kept, stored) : kept
    if (!bytes) problems.push(`the bytes of file ${id} are lost`)
    else if (createHash('sha256').update(bytes).digest('base64url') !== sha256)
      problems.push(`the bytes of file ${id} are others`)
  }
  return [
    ...problems,
    ...(await each(healed, async ({ db, outbox }) => {
      const waiting = new Map(
        // a file that a restore undid after its bytes were deleted is reported as missing
        outbox.flatMap((entry) =>
          entry.carry && !(ledger.undone.has(entry.id) && entry.problem?.code === 'file_error')
            ? [[String(entry.input['id']), entry.carry.size]]
            : [],
        ),
      )
      const all = await db.blobs.toArray()
      const here = new Map(all.map(({ id, bytes }) => [id, bytes.length]))
      // a real picture is never refused as not being one
      const wronged = outbox.filter(
        ({ problem, input }) => problem?.code === 'file_error' && isPicture(all, input['id']),
      )
      return [
        ...wronged.map(({ id }) => `the file of ${id} was a picture and has been refused`),
        ...[...waiting].flatMap(([id, size]) =>
          here.get(id) === size ? [] : [`the file ${id} waits without its bytes`],
        ),
        ...[...here.keys()].flatMap((id) => (waiting.has(id) ? [] : [`the bytes of ${id} are kept and nothing waits`])),
      ]
    })),
  ]
}

const isPicture = (all: readonly KeptBytes[], id: unknown) => all.some((one) => one.id === id && one.bytes[0] === 0x89)

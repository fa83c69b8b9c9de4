import type { Deps } from '../http/handler.ts'
import { pictureName } from '../ports/files/store.ts'

/**
 * Removes bytes that no record names: of an upload that was interrupted, or whose file was removed while the disk did
 * not answer. Run every hour; leaves anything younger than an hour, whose upload may still be running.
 */
export async function cleanUpFiles({ pool, files }: Pick<Deps, 'pool' | 'files'>): Promise<void> {
  await removeOrphans(files, HOUR, async (names) => {
    const { rows } = await pool.query<{ stored: string }>(
      `select stored from file where stored = any($1) union all select stored from patient_file where stored = any($1)
       union all select stored from file_upload where stored = any($1) union all select stored from file_part where stored = any($1)`,
      [names],
    )
    return new Set(rows.map((row) => row.stored))
  })
}

/**
 * Removes all names stored for longer than `young` (ms) that `named` does not return; a copy stays with its picture.
 */
export async function removeOrphans(
  files: Deps['files'],
  young: number,
  named: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let some: string[] = []
  const look = async () => {
    const known = await named(some.map(pictureName))
    for (const name of some) if (!known.has(pictureName(name))) await files.remove(name)
    some = []
  }
  for await (const { name, age } of files.names()) {
    // of no age, if the store does not say what time it is
    if (age > young) some.push(name)
    if (some.length === 500) await look()
  }
  await look()
}

const HOUR = 3_600_000

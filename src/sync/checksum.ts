import type { Checksums } from '../../contract/sync/sync.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import { LOCAL, STALE } from './rebase.ts'
import { rowsSetAside } from './set-aside.ts'

/** How often a device compares its buckets with the server's, ms (SYNC "Checksum": once a day). */
const EVERY_MS = 86_400_000

/** Whether it is time to ask. A clock set back asks early, never late. */
export const isDue = (checkedAt: unknown, now: number) =>
  typeof checkedAt !== 'number' || now - checkedAt >= EVERY_MS || now < checkedAt

/**
 * The buckets whose content here differs from the server's (I12). Runs in the transaction of the page that brought the
 * sums.
 */
export async function differing(db: Database, serverSums: Checksums): Promise<string[]> {
  const ours = new Map<string, [number, number]>()
  const add = ({ id, version, _b }: Pick<StoredRow, 'id' | 'version' | '_b'>) => {
    for (const bucket of _b) {
      const [n, sum] = ours.get(bucket) ?? [0, 0]
      ours.set(bucket, [n + 1, sum + hashOf(id, version)])
    }
  }
  const changed = new Map((await db.base.toArray()).map(({ tbl, id, row }) => [`${tbl}:${id}`, row]))
  for (const row of changed.values()) if (row) add(row)
  for (const table of TABLE_NAMES)
    await rowsIn(db, table).each((row) => {
      if (!changed.has(`${table}:${row.id}`)) add(row)
    })
  for (const row of await rowsSetAside(db)) add(row)
  ours.delete(LOCAL)
  ours.delete(STALE)
  const buckets = new Set([...ours.keys(), ...Object.keys(serverSums)])
  return [...buckets].filter((bucket) => String(ours.get(bucket)) !== String(serverSums[bucket]))
}

/** The same number that `bucket_sums` computes in SQL. Pure. */
export const hashOf = (id: string, version: number): number =>
  (Number.parseInt(id.slice(-8), 16) ^ Math.imul(version, GOLDEN)) >>> 0

/** 2³² divided by the golden ratio. */
const GOLDEN = 2_654_435_761

import * as v from 'valibot'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import { keepReplies } from './keep-replies.ts'

/** The record that shows a picture: the picture is kept on the device with it, and removed with it. */
export type PictureOf = { readonly table: TableName; readonly id: string }

/**
 * What is stored for a record: the one picture its row shows, as base64, which the seal of a shared device encrypts
 * like every other answer.
 */
const Kept = v.object({ picture: v.string(), type: v.string(), base64: v.string() })

const PREFIX = 'picture:'
const keyOf = ({ table, id }: PictureOf) => `${PREFIX}${table}:${id}`
/** Pictures of 96 px, about 3 kB each. */
const MOST_KEPT = 500

/** The picture stored for a record, if it is still this one. */
export async function keptPicture(db: Database, of: PictureOf, picture: string): Promise<Blob | null> {
  const read = v.safeParse(Kept, (await db.replies.get(keyOf(of)))?.reply)
  if (!read.success || read.output.picture !== picture) return null
  const bytes = Uint8Array.from(atob(read.output.base64), (sign) => sign.charCodeAt(0))
  return new Blob([bytes], { type: read.output.type })
}

/** Stores a record's small picture in place of the last. Beyond five hundred, the oldest are removed. */
export async function keepPicture(
  db: Database,
  of: PictureOf,
  picture: string,
  blob: Blob,
  now: number,
): Promise<void> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  await keepReplies(db, [{ key: keyOf(of), at: now, reply: { picture, type: blob.type, base64 } }])
  const ours = db.replies.where('key').startsWith(PREFIX)
  const over = (await ours.count()) - MOST_KEPT
  if (over <= 0) return
  const oldest = await db.replies
    .orderBy('at')
    .filter(({ key }) => key.startsWith(PREFIX))
    .limit(over)
    .primaryKeys()
  await db.replies.bulkDelete(oldest)
}

/**
 * Removes pictures whose record has left the device or no longer shows them (I9). Call within the transaction of a
 * pull.
 */
export async function sweepPictures(db: Database): Promise<void> {
  const kept = await db.replies.where('key').startsWith(PREFIX).toArray()
  for (const { key, reply } of kept) {
    const [, table, id] = key.split(':') as [string, TableName, string] // as `keyOf` wrote it
    const row = await rowsIn(db, table).get(id)
    const read = v.safeParse(Kept, reply)
    if (!row || !read.success || !shows(row, read.output.picture)) await db.replies.delete(key)
  }
}

/** Whether one of its fields is this picture, or a list that contains it. */
const shows = ({ body, ...clear }: StoredRow, picture: string) =>
  Object.values({ ...clear, ...body }).some((value) =>
    Array.isArray(value) ? value.includes(picture) : value === picture,
  )

import { MOST_WAITING } from '../../../contract/patient/patient-file.ts'
import type { Db } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { readDocument } from '../../media/document.ts'
import { newFileKey, sealBytes, sealFileKey } from '../../ports/files/patient-key.ts'
import { newName } from '../../ports/files/store.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'

/** A part of a file: its offset, and the length of the whole. Bytes. */
type Part = { readonly at: number; readonly size: number; readonly bytes: Buffer }

/**
 * Receives a part of a file that a device sends piece by piece, and returns how much has arrived, which is where to
 * continue. A part that came before, or too early, changes nothing, so parts may be doubled, lost and late. The last
 * part triggers the check of the whole file (TRUST D9), once.
 */
export async function receivePart(deps: Deps, who: Who, id: string, { at, size, bytes }: Part): Promise<number> {
  // checked before the bytes are stored, so that no transaction is open while the store works
  const before = await asPerson(deps.papers, who, async (db) => {
    const begun = await db.query<{ n: number }>(
      `select count(*)::int as n from file_upload where owner_id = $1 and id <> $2 and state = 'coming'`,
      [who.id, id],
    )
    if (begun.rows[0]!.n >= MOST_WAITING * 2) throw new Refused('too_many_tries', { seconds: 3600 }, 429)
    await db.query(
      'insert into file_upload (id, owner_id, size, started_at) values ($1, $2, $3, $4) on conflict do nothing',
      [id, who.id, size, new Date(deps.now())],
    )
    return upload(db, who, id)
  })
  if (before.size !== size) throw new Refused('bad_input', { fields: { size: 'changed' } }, 400)
  if (before.state === 'coming' && at === before.received && at + bytes.length > size)
    throw new Refused('bad_input', { fields: { body: 'max_length' } }, 400)
  const isNext = before.state === 'coming' && at === before.received && bytes.length > 0
  const received = isNext ? await keepPart(deps, who, id, { at, bytes }) : before.received
  return received < size ? received : judge(deps, who, id, size)
}

/** Stores a part and records it, unless its duplicate was recorded meanwhile; returns how much has arrived. */
async function keepPart(deps: Deps, who: Who, id: string, { at, bytes }: Omit<Part, 'size'>): Promise<number> {
  const stored = newName()
  await deps.files.put(stored, bytes)
  let isKept = false
  try {
    const now = await asPerson(deps.papers, who, async (db) => {
      const { state, received } = await upload(db, who, id)
      if (state !== 'coming' || at !== received) return { received, isTaken: false }
      await db.query('insert into file_part (owner_id, upload_id, starts_at, stored) values ($1, $2, $3, $4)', [
        who.id,
        id,
        at,
        stored,
      ])
      const next = at + bytes.length
      await db.query('update file_upload set received = $3 where owner_id = $1 and id = $2', [who.id, id, next])
      return { received: next, isTaken: true }
    })
    isKept = now.isTaken
    return now.received
  } finally {
    if (!isKept) await deps.files.remove(stored)
  }
}

/** The progress of an upload, locked until the transaction ends. One that was cleaned up meanwhile starts over. */
async function upload(db: Db, who: Who, id: string) {
  const { rows } = await db.query<{ state: string; received: number; size: number }>(
    'select state, received, size from file_upload where owner_id = $1 and id = $2 for update',
    [who.id, id],
  )
  return rows[0] ?? { state: 'gone', received: 0, size: 0 }
}

/** Receives a file that came in one body (SPEC §7 `patient/upload`). */
export async function receiveWhole(deps: Deps, who: Who, id: string, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) throw new Refused('file_error')
  await asPerson(deps.papers, who, (db) =>
    db.query(
      'insert into file_upload (id, owner_id, size, received, started_at) values ($1, $2, $3, 0, $4) on conflict do nothing',
      [id, who.id, bytes.length, new Date(deps.now())],
    ),
  )
  await settle(deps, who, id, bytes)
}

/**
 * Checks a file whose parts have all arrived. If the store has lost parts, the upload starts over: returns 0 then, else
 * its size.
 */
async function judge(deps: Deps, who: Who, id: string, size: number): Promise<number> {
  const parts = await asPerson(deps.papers, who, async (db) => {
    const { rows } = await db.query<{ stored: string }>(
      `select p.stored from file_part p join file_upload u on u.owner_id = p.owner_id and u.id = p.upload_id
        where p.owner_id = $1 and p.upload_id = $2 and u.state = 'coming' order by p.starts_at`,
      [who.id, id],
    )
    return rows
  })
  if (parts.length === 0) return size
  const pieces: Buffer[] = []
  for (const { stored } of parts) {
    const piece = await deps.files.get(stored).catch(() => null)
    if (piece) pieces.push(piece)
  }
  const whole = Buffer.concat(pieces)
  if (whole.length === size) await settle(deps, who, id, whole)
  else
    await asPerson(deps.papers, who, (db) =>
      db.query(`delete from file_upload where owner_id = $1 and id = $2 and state = 'coming'`, [who.id, id]),
    )
  for (const { stored } of parts) await deps.files.remove(stored)
  return whole.length === size ? size : 0
}

/** Stores the verdict on a whole file: accepted, or refused for good. Of two at once the first counts. */
async function settle(deps: Deps, who: Who, id: string, bytes: Buffer): Promise<void> {
  // a few at a time for the whole server, since each may take a thread and its memory for seconds; the bytes are
  // kept, and the device asks again
  const judged = await deps.gate.run('documents', () => readDocument(bytes))
  const [document, fault] = typeof judged === 'string' ? [null, judged] : [judged, null]
  const stored = document && newName()
  const key = newFileKey()
  if (document && stored) await deps.files.put(stored, sealBytes(key, document.bytes, stored))
  let isOurs = false
  try {
    isOurs = await asPerson(deps.papers, who, async (db) => {
      const { rowCount } = await db.query(
        `update file_upload set state = $3, received = size, sent_type = $4, type = $5, kept_size = $6, sha256 = $7, stored = $8, file_key = $9, fault = $10
          where owner_id = $1 and id = $2 and state = 'coming'`,
        [
          who.id,
          id,
          document ? 'ready' : 'bad',
          document?.sent ?? null,
          document?.type ?? null,
          document?.bytes.length ?? null,
          document?.sha256 ?? null,
          stored,
          document && sealFileKey(deps.vault, key),
          fault,
        ],
      )
      await db.query('delete from file_part where owner_id = $1 and upload_id = $2', [who.id, id])
      return rowCount === 1
    })
  } finally {
    if (!isOurs && stored) await deps.files.remove(stored)
  }
}

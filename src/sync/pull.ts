import { AGAIN, CARDS_HEADER, MOST_ROWS, type PullPage } from '../../contract/sync/sync.ts'
import type { Send } from '../api/http.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import { sweepBytes } from './bytes.ts'
import { openedCards, tookCards } from './cards.ts'
import { differing, isDue } from './checksum.ts'
import { tookClinics, wantedClinics } from './clinics.ts'
import { forgetSettled } from './forget.ts'
import { heardUpTo, lastEnded } from './ended.ts'
import { pacesOf, type Paces } from './pace.ts'
import { sweepPictures } from './pictures.ts'
import { tookMonths, wantedMonths } from './months.ts'
import { engineTables, isTable, leaveBucket, LOCAL, rebase, STALE } from './rebase.ts'
import { noteRestored } from './restored.ts'
import { bucketsToReadAgain, moveSetAside } from './set-aside.ts'
import { takeRows, type PulledRow } from './take-rows.ts'

export type Pulled = 'done' | 'offline' | 'signed-out' | 'app-too-old'

/**
 * Fetches page after page until there are no more, applying each in one transaction with its cursor (SYNC "Apply a pull
 * page"). While a page is applied the next one is fetched; it depends only on the cursor that came with the first.
 * Between two pages it sends newer changes: no change waits behind a fill. `sendWaiting` returns whether anything was
 * sent.
 */
export async function pullAll(
  db: Database,
  send: Send,
  now: () => number,
  sendWaiting: () => Promise<boolean> = async () => false,
): Promise<Pulled> {
  const paces = pacesOf(db)
  const ask = (request: PullRequest): InFlightPull => ({
    request,
    response: requestPage(send, request, paces),
    isOld: false,
  })
  let next: InFlightPull | null = null
  for (;;) {
    const { request, response, isOld }: InFlightPull = next ?? ask(await nextRequest(db, now()))
    const answer = await response
    if (answer.kind === 'none') return 'offline'
    if (answer.status === 401) return 'signed-out'
    if (answer.status === 426) return 'app-too-old'
    if (answer.status !== 200) return 'offline'
    const page = answer.body as unknown as PullPage // our server's, as `http.ts` made sure
    next = page.more && isPlain(request) ? ask({ ...request, cursor: page.cursor }) : null
    const differ = await applyPage(db, page, now(), request, isOld)
    if (!page.more && !differ && !isOld) return 'done'
    if (page.more && (await sendWaiting()) && next) next.isOld = true
  }
}

/** What is asked for: from where on; buckets that differed; months that are kept beyond the window; an admin's clinics; a patient's opened cards; whether sums are compared. */
type PullRequest = {
  readonly cursor: string | null
  readonly again: readonly string[]
  readonly months: readonly string[]
  readonly clinics: readonly string[]
  readonly cards: readonly string[]
  readonly check: boolean
}

/** A page that is on its way. `isOld`: something was sent after the request, which the page may not include. */
type InFlightPull = { readonly request: PullRequest; readonly response: ReturnType<Send>; isOld: boolean }

/** Requests a page of as many rows as the line has lately carried in a moment. */
async function requestPage(send: Send, request: PullRequest, { page: pace, clock }: Paces): ReturnType<Send> {
  const from = clock()
  const query = new URLSearchParams(queryOf(request))
  if (pace.size() < MOST_ROWS) query.set('rows', String(pace.size()))
  // also empty: this build searches for the cards it does not hold
  const headers = { [CARDS_HEADER]: request.cards.join(',') }
  const answer = await send({ method: 'GET', url: `/api/sync${query.size ? `?${query}` : ''}`, headers })
  if (answer.kind === 'none') {
    if (answer.why !== 'between') pace.failed(clock() - from)
  } else if (answer.status === 200) pace.took(countOf(answer.body['rows']), clock() - from)
  return answer
}

/** Rows of all tables of a page. */
const countOf = (rows: unknown) =>
  Object.values((rows ?? {}) as PullPage['rows']).reduce((sum, its) => sum + its.length, 0) // our server's, as `http.ts` made sure

/** Most pages bring nothing; they come every half minute. */
const bringsAnything = ({ rows, gone, drop, reset }: PullPage) =>
  countOf(rows) + countOf(gone) > 0 || Boolean(drop?.length) || Boolean(reset)

/** Whether the next request depends on nothing that this page stores. */
const isPlain = ({ again, check }: PullRequest) => again.length === 0 && !check

function queryOf({ cursor, again, months, clinics, check }: PullRequest): string {
  const query = new URLSearchParams()
  if (cursor !== null) query.set('cursor', cursor)
  if (again.length) query.set('again', again.join(','))
  if (check) query.set('check', '1')
  if (months.length) query.set('keep', months.join(','))
  if (clinics.length) query.set('clinics', clinics.join(','))
  return query.size ? `?${query}` : ''
}

/**
 * The next request: from the cursor on, and once a day the sums of the server's buckets, or the buckets again in which
 * this device had something else (I12).
 */
async function nextRequest(db: Database, now: number): Promise<PullRequest> {
  await db.transaction('rw', db.facts, async () => {
    const unread = await bucketsToReadAgain(db)
    const known = (await db.facts.get('again'))?.value
    if (unread.length)
      await db.facts.put({ name: 'again', value: [...new Set([...(Array.isArray(known) ? known : []), ...unread])] })
  })
  const [kept, differing_, checkedAt] = await db.facts.bulkGet(['cursor', 'again', 'checkedAt'])
  const cursor = typeof kept?.value === 'string' ? kept.value : null
  const again = Array.isArray(differing_?.value) ? (differing_.value as string[]).slice(0, AGAIN) : [] // as `applyPage` wrote it
  const check = again.length === 0 && cursor !== null && isDue(checkedAt?.value, now)
  return {
    cursor,
    again,
    months: await wantedMonths(db),
    clinics: await wantedClinics(db),
    cards: await openedCards(db),
    check,
  }
}

/**
 * Applies removals, rows and cursor in one transaction. A pending change is never overwritten: rows go under it.
 * Returns whether the server's sums differ from what is here; then those buckets must be requested `again`, and rows
 * that do not come again are removed.
 */
export async function applyPage(
  db: Database,
  page: PullPage,
  now: number,
  { again, months, clinics }: Pick<PullRequest, 'again' | 'months' | 'clinics'> = {
    again: [],
    months: [],
    clinics: [],
  },
  isOld = false,
): Promise<boolean> {
  return db.transaction('rw', engineTables(db), async () => {
    const [cursor, left] = (await db.facts.bulkGet(['cursor', 'again'])).map((fact) => fact?.value)
    // the first page of a device that was cleared: waiting changes are drawn again, also for records that only this
    // device has (I5)
    if (!cursor) for (const { tbl, id } of await db.base.toArray()) await rebase(db, tbl, id)
    if (page.reset) await markAll(db)
    if (page.restored) await noteRestored(db)
    for (const bucket of again) await markBucket(db, bucket)
    for (const bucket of page.drop ?? []) await dropBucket(db, bucket)
    for (const [table, gone] of Object.entries(page.gone))
      if (isTable(table)) for (const [bucket, id] of gone) await leaveBucket(db, table, id, bucket)
    await moveSetAside(db, ({ table, id, _b }) =>
      _b.filter((b) => !page.gone[table]?.some(([of, its]) => of === b && its === id)),
    )
    for (const [table, rows] of Object.entries(page.rows))
      if (isTable(table)) await takeRows(db, table, rows as readonly PulledRow[]) // the pull's rows carry their buckets
    // a page requested before something was sent does not include that: what it lacks may still exist
    if (!page.more && !isOld) {
      await dropBucket(db, STALE)
      await dropBucket(db, LOCAL)
      await forgetSettled(db, now)
      await sweepBytes(db, now)
      if (again.length || bringsAnything(page)) await sweepPictures(db)
    }
    const endedAt = page.more || isOld ? null : await lastEnded(db)
    const differ = page.checksums ? await differing(db, page.checksums) : []
    await db.facts.bulkPut([
      { name: 'cursor', value: page.cursor },
      { name: 'filling', value: page.more ? (page.progress ?? null) : null },
      ...(page.more ? [] : [{ name: 'pulledAt', value: now }, tookMonths(months), tookClinics(clinics)]),
      ...(page.cards ? [tookCards(page.cards)] : []),
      ...(endedAt === null ? [] : [heardUpTo(endedAt)]),
      ...(page.checksums ? [{ name: 'checkedAt', value: now }] : []),
      ...(differ.length ? [{ name: 'again', value: differ }] : []),
      ...(again.length && Array.isArray(left) ? [{ name: 'again', value: left.slice(again.length) }] : []),
    ])
    return differ.length > 0 || (again.length > 0 && Array.isArray(left) && left.length > again.length)
  })
}

/** Another life of the database: rows that are not delivered again no longer exist. */
export async function markAll(db: Database) {
  await moveSetAside(db, () => [STALE])
  for (const table of TABLE_NAMES)
    await rowsIn(db, table)
      .toCollection()
      .modify({ _b: [STALE] })
  const gone = await db.base.filter((base) => base.gone === true).toArray()
  await db.base.toCollection().modify((base) => {
    Object.assign(base, { gone: false })
    if (base.row) Object.assign(base.row, { _b: [STALE] })
  })
  for (const { tbl, id } of gone) await rebase(db, tbl, id)
}

/** Marks a bucket's rows to come again: those that do not are no longer in it. */
async function markBucket(db: Database, bucket: string) {
  const stale = ({ _b }: Pick<StoredRow, '_b'>) => [...new Set([..._b.filter((each) => each !== bucket), STALE])]
  await moveSetAside(db, (row) => (row._b.includes(bucket) ? stale(row) : row._b))
  for (const table of TABLE_NAMES)
    await rowsIn(db, table)
      .where('_b')
      .equals(bucket)
      .modify((row) => void Object.assign(row, { _b: stale(row) }))
  await db.base
    .toCollection()
    .modify((base) => void (base.row?._b.includes(bucket) && Object.assign(base.row, { _b: stale(base.row) })))
}

async function dropBucket(db: Database, bucket: string) {
  await moveSetAside(db, ({ _b }) => _b.filter((each) => each !== bucket))
  const changed = await db.base.toArray()
  const waiting = new Set(changed.map(({ tbl, id }) => `${tbl}:${id}`))
  for (const { tbl, id, row } of changed) {
    if (row?._b.includes(bucket)) await leaveBucket(db, tbl, id, bucket)
  }
  for (const table of TABLE_NAMES)
    for (const { id } of await rowsIn(db, table).where('_b').equals(bucket).toArray())
      if (!waiting.has(`${table}:${id}`)) await leaveBucket(db, table, id, bucket)
}

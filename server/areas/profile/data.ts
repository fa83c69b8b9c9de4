import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { TableName } from '../../../contract/kernel/table-names.ts'
import { tables } from '../../../contract/tables.ts'
import { visible } from '../../../contract/kernel/wire.ts'
import type { Db } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { requesterOf, noToken, send } from '../../http/routes.ts'
import { readRecord } from '../patient/record.ts'

/**
 * "Download my data" (SCREENS B2): everything about the caller that they may see, as one JSON file, streamed as it is
 * read, with their own visibility (TRUST D10). Of others only what is on the caller's own records: a doctor's patients
 * are not the doctor's data.
 */
export function registerOwnData(app: FastifyInstance, deps: Deps) {
  app.get('/api/profile/data', async (request, reply) => {
    const { who, origin } = await requesterOf(deps, request)
    if (!who) return send(reply, await noToken(deps, origin))
    const wait = await deps.limits.spend('upload', who.id)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    // read completely within the transaction that has the visibility, then streamed
    const parts: string[] = []
    await asPerson(deps.papers, who, async (db) => {
      parts.length = 0
      for await (const part of written(db, who, deps.now())) parts.push(part)
    })
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="bedside-my-data.json"')
      .header('cache-control', 'no-store')
      .send(Readable.from(parts))
  })
}

async function* written(db: Db, who: Who, now: number): AsyncGenerator<string> {
  yield `{"status":true,"madeAt":${JSON.stringify(new Date(now).toISOString())},"profile":`
  yield* rows(db, who, 'person', true)
  if (who.type === 'doctor') {
    yield ',"doctor":'
    yield* rows(db, who, 'doctor', true)
  }
  if (who.type === 'patient') {
    yield* record(db, who)
    yield ',"questions":'
    yield* rows(db, who, 'question', false)
  }
  yield ',"notifications":'
  yield* rows(db, who, 'notification', false)
  yield '}\n'
}

/** A patient's own record, in the shape of `PatientRecord` (contract/record.ts). */
async function* record(db: Db, who: Who): AsyncGenerator<string> {
  let at = ''
  let first = true
  for await (const { part, rows: page } of readRecord(db, who, who.id)) {
    const one = part === 'patient'
    if (part !== at) {
      if (at && at !== 'patient') yield ']'
      yield `,"${part}":${one ? '' : '['}`
      at = part
      first = true
    }
    if (one) yield JSON.stringify(page[0] ?? null)
    else
      for (const row of page) {
        yield `${first ? '' : ','}${JSON.stringify(row)}`
        first = false
      }
  }
  yield ']'
}

/** The rows of a view that are the person's, as the contract has them, page by page in order of their ids; or the one there is. */
async function* rows(db: Db, who: Who, table: keyof typeof OWN, one: boolean): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000'
  let first = true
  if (!one) yield '['
  for (;;) {
    const { rows: page } = await db.query<{ id: string }>(OWN[table], [who.id, after, PAGE])
    for (const row of page) {
      const shown = JSON.stringify(visible(tables[table].schema, row, who.type))
      yield first ? shown : `,${shown}`
      first = false
    }
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    after = last.id
  }
  if (one && first) yield 'null'
  if (!one) yield ']'
}

/** Whose a row is, table by table: written out, since nothing of SQL is put together from parts. */
const OWN = {
  person: 'select * from person_row where id = $1 and id > $2 order by id limit $3',
  doctor: 'select * from doctor_row where id = $1 and id > $2 order by id limit $3',
  // not in the record that staff may export: whose a question is, no one else learns (decision 0158)
  question: `select r.* from question_row r join question q using (id) where q.asker_id = $1 and r.id > $2 order by r.id limit $3`,
  notification: 'select * from notification_row where "userId" = $1 and id > $2 order by id limit $3',
} as const satisfies { readonly [T in TableName]?: string }

const PAGE = 500

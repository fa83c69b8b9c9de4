import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { id, listOf } from '../../contract/kernel/fields.ts'
import {
  AGAIN,
  CARDS_HEADER,
  LEAST_ROWS,
  MOST_KEYS,
  MOST_MONTHS,
  MOST_OPENED,
  MOST_ROWS,
  type UnknownKeys,
} from '../../contract/sync/sync.ts'
import { badInput, no } from '../http/answer.ts'
import { compressed } from '../http/compress.ts'
import { leaving } from '../http/leaving.ts'
import { look, NotHere } from '../http/look.ts'
import type { Deps } from '../http/handler.ts'
import { requesterOf, noToken, send } from '../http/routes.ts'
import { clinicsOf, idsOf } from '../db/held-clinics.ts'
import type { Db } from '../db/pool.ts'
import { numberOfLsn, type Position } from '../db/position.ts'
import { asPerson } from '../db/transaction.ts'
import { readCursor, type Cursor } from './cursor.ts'
import { settleEpoch } from './epoch.ts'
import { pull } from './pull.ts'

/** `GET /api/sync?cursor=…`: nothing new costs one request of under 300 bytes. */
export function registerPull(app: FastifyInstance, deps: Deps) {
  app.get<{ Querystring: Readonly<Record<'cursor' | 'check' | 'again' | 'keep' | 'clinics' | 'rows', unknown>> }>(
    '/api/sync',
    compressed,
    async (request, reply) => {
      const { who, origin } = await requesterOf(deps, request, 'device')
      if (!who) return send(reply, await noToken(deps, origin))
      const wait = await deps.limits.spend('call', who.sessionHash)
      if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
      const { cursor, check, again, keep, clinics, rows } = request.query
      const cards = request.headers[CARDS_HEADER]
      const asks = {
        check: check === '1',
        again: typeof again === 'string' && again ? again.split(',').slice(0, AGAIN) : [],
        keep: monthsOf(keep),
        clinics: clinicsOf(clinics),
        opened: typeof cards === 'string' ? idsOf(cards, MOST_OPENED) : null,
        rows: rowsOf(rows),
        ip: origin.ip,
        tellsPlace: deps.replicas !== null,
      }
      // I12: logs that a device diverged, by how much and never by whose records
      if (asks.again.length) request.log.warn({ buckets: asks.again.length, role: who.type }, 'diverged')
      const from = readCursor(typeof cursor === 'string' ? cursor : null)
      const answerer = { who, origin: { position: neededBy(from, origin.position) } }
      const manner = { isolation: 'repeatable read', signal: leaving(reply) } as const
      const pageFrom = async (db: Db, isReplica: boolean) => {
        const found = await pull(db, who, from, deps.now(), asks)
        // only the primary can say that a cursor is not of this database
        if (isReplica && (!found?.standing.from || found.standing.epoch !== from?.epoch)) throw new NotHere()
        return found
      }
      const lookAgain = () => look(deps, 'pulls', answerer, (db, _, isReplica) => pageFrom(db, isReplica), manner)
      let pulled = await lookAgain()
      if (!pulled) {
        await settleEpoch(deps.pool)
        pulled = await lookAgain()
      }
      // PostgreSQL went down between the two: the device asks again
      if (!pulled) return send(reply, no(503, 'busy', {}, { 'retry-after': '1' }))
      if (pulled.standing.isRestored)
        request.log.warn({ role: who.type }, 'cursor of another life: the database was restored')
      return send(reply, { status: 200, body: pulled.page })
    },
  )
}

/**
 * `POST /api/sync/unknown`: which of a device's answered changes this database has no outcome of, because it was
 * restored from an older copy (R69). Only for one's own keys.
 */
export function registerUnknown(app: FastifyInstance, deps: Deps) {
  app.post('/api/sync/unknown', async (request, reply) => {
    const { who } = await requesterOf(deps, request, 'device')
    if (!who) return send(reply, no(401, 'token_invalid'))
    const wait = await deps.limits.spend('call', who.sessionHash)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    const parsed = v.safeParse(Keys, request.body)
    if (!parsed.success) return send(reply, badInput(parsed.issues))
    const unknown = await asPerson(deps.pulls, who, async (db) => {
      const { rows } = await db.query<{ key: string }>('select * from keys_unknown($1) as key', [parsed.output.keys])
      return rows.map(({ key }) => key)
    })
    return send(reply, { status: 200, body: { status: true, unknown } satisfies UnknownKeys })
  })
}

/**
 * What a replica must have to answer the next page: what the device has written, and what it was shown. Null, and so
 * the primary, for a device that begins, whose set is stored, and if the two are of different runs of the database.
 */
function neededBy(from: Cursor | null, written: Position | null): Position | null {
  if (!from?.lsn || written?.epoch !== from.epoch) return null
  return numberOfLsn(from.lsn) > numberOfLsn(written.lsn) ? { epoch: from.epoch, lsn: from.lsn } : written
}

const Keys = v.strictObject({ keys: listOf(id, MOST_KEYS, 1) })

const rowsOf = (param: unknown) =>
  typeof param === 'string' && /^\d{1,3}$/.test(param)
    ? Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Number(param)))
    : MOST_ROWS

const monthsOf = (param: unknown) =>
  typeof param === 'string'
    ? param
        .split(',')
        .filter((month) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month))
        .slice(0, MOST_MONTHS)
    : []

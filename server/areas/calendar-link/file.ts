import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { calendarFile } from '../../../contract/calendar-link/calendar-link.ts'
import { asPerson } from '../../db/transaction.ts'
import { readSent } from '../../http/upload.ts'
import { badInput, busy, no, type Answer } from '../../http/answer.ts'
import { audit } from '../../http/audit.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { isBusy } from '../../http/refusal.ts'
import { requesterOf, noToken, send } from '../../http/routes.ts'
import { readBytes, CALENDAR_PURPOSE } from './source.ts'
import { roomsOfDoctor, reply } from './settled.ts'
import { hasMost, linkOf, settle, windowOf, zoneOf } from './store.ts'

/**
 * SPEC §7 `POST calendar/ical/file`, multipart: outside the loop, since its body is not JSON, and in the loop's order.
 * A file for an existing calendar replaces it; an unreadable one leaves everything as it was.
 */
export async function registerCalendarFile(app: FastifyInstance, deps: Deps) {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.post(calendarFile.path, async (request, answer) => send(answer, await enter(request, deps)))
  })
}

async function enter(request: FastifyRequest, deps: Deps): Promise<Answer> {
  const { who, origin } = await requesterOf(deps, request)
  if (!who) return noToken(deps, origin)
  if (who.type !== 'doctor') return no(403, 'unauthorized')
  const wait = await deps.limits.spend('calendar', who.id)
  if (wait) return no(429, 'too_many_tries', {}, { 'retry-after': String(wait) })
  try {
    const { fields, files } = await readSent(request, 'file')
    const input = v.safeParse(calendarFile.fields, fields)
    if (!input.success) return badInput(input.issues)
    const { name = '', bytes = Buffer.alloc(0) } = files[0] ?? {}
    const body = await put(deps, { who, origin }, input.output, { name, bytes })
    deps.poke(await roomsOfDoctor({ deps }, who.id))
    return { status: 200, body: v.parse(calendarFile.reply, body) }
  } catch (error) {
    if (error instanceof Refused) return no(error.status, error.code, error.details)
    if (isBusy(error)) return busy()
    throw error
  }
}

type Given = v.InferOutput<typeof calendarFile.fields>

async function put(
  deps: Deps,
  { who, origin }: { readonly who: Who; readonly origin: Origin },
  { id, name, calendar }: Given,
  file: { readonly name: string; readonly bytes: Buffer },
) {
  const now = deps.now()
  const look = await asPerson(deps.pool, who, async (db) => {
    if (calendar && (await linkOf(db, calendar))?.kind !== 'file') throw new Refused('calendar_not_found')
    if (!calendar && (await hasMost(db, who.id))) throw new Refused('calendar_limit')
    return windowOf(db, await zoneOf(db, who.id), now)
  })
  // read before anything is written: nothing is locked while an untrusted text is parsed
  const came = await readBytes(file.bytes, look)
  if (came.kind === 'failed') throw new Refused('calendar_unreadable')
  const content = deps.vault.seal(CALENDAR_PURPOSE, file.bytes.toString('base64'))
  const account = (
    file.name
      .replaceAll(/[\p{Cc}/\\]/gu, '')
      .toWellFormed()
      .trim() || 'calendar.ics'
  ).slice(0, 200)
  const calendarId = calendar ?? id
  return asPerson(deps.pool, who, async (db) => {
    const { rowCount } = calendar
      ? await db.query(
          `update calendar_link set name = $2, account = $3, content = $4 where id = $1 and kind = 'file'`,
          [calendarId, name.trim(), account, content],
        )
      : await db.query(
          `insert into calendar_link (id, doctor_id, kind, name, account, zone, content, created_at)
           values ($1, $2, 'file', $3, $4, $5, $6, $7) on conflict do nothing`,
          [calendarId, who.id, name.trim(), account, look.zone, content, new Date(now)],
        )
    const link = rowCount ? await linkOf(db, calendarId) : null
    if (!link) throw new Refused(calendar ? 'calendar_not_found' : 'id_taken')
    await settle(db, link, came, now)
    await audit(db, who, {
      call: 'calendar.addFile',
      object: { table: 'calendar_link', id: calendarId },
      values: null,
      fields: ['name', 'file'],
      outcome: 'done',
      madeAt: null,
      ip: origin.ip,
    })
    return reply({ db }, calendarId)
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/kernel/constants.ts'
import { id as idField } from '../../../../contract/kernel/fields.ts'
import { PAY_RETURN_PATH } from '../../../../contract/transaction/transaction.ts'
import * as v from 'valibot'
import { cookieOf } from '../../../identity/bind.ts'
import { hashOf } from '../../../identity/secret.ts'
import { compressed } from '../../../http/compress.ts'
import type { Deps } from '../../../http/handler.ts'
import { paths } from '../paths.ts'
import type { Site } from '../site.ts'
import type { View } from '../view.ts'
import { actOnBooking, showBooking } from './acts.ts'
import { visitorOf, cookieName, type Visitor } from './visitor.ts'
import { beginHere, showTimes, toSignIn } from './begin-here.ts'

type Ways = {
  enter(request: FastifyRequest, reply: FastifyReply): Promise<Site | null>
  view(site: Site): Promise<View>
}

/**
 * Booking without an account (issue 35, 2; decision 0155): forms that need no script. Looking changes nothing; every
 * act is a POST of this site's own page (`comesFromElsewhere` refuses any other).
 */
export async function registerGuest(app: FastifyInstance, deps: Deps, language: Language, { enter, view }: Ways) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const answer =
      <P>(work: (visitor: Visitor, params: P, reply: FastifyReply, request: FastifyRequest) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const site = await enter(request, reply)
        if (!site) return reply
        await work(await visitorOf(deps, request, site, await view(site)), request.params as P, reply, request)
        return reply
      }
    type Doctor = { key: string }
    type Booking = { id: string }
    const book = `/${language}/book/:key`
    const booking = `/${language}/booking/:id`
    scope.get(
      book,
      compressed,
      answer<Doctor>((visitor, { key }, reply, { query }) => showTimes(deps, visitor, key, query, reply)),
    )
    scope.get(
      `${book}/sign-in`,
      answer<Doctor>((visitor, { key }, reply, request) => toSignIn(deps, visitor, key, request, reply)),
    )
    scope.post(
      book,
      compressed,
      answer<Doctor>((visitor, { key }, reply) => beginHere(deps, visitor, key, reply)),
    )
    scope.get(
      booking,
      compressed,
      answer<Booking>((visitor, { id }, reply) => showBooking(deps, visitor, id, reply)),
    )
    scope.post(
      `${booking}/:act`,
      compressed,
      answer<Booking & { act: string }>((visitor, { id, act }, reply) =>
        actOnBooking(deps, visitor, { id, act }, reply),
      ),
    )
  })
}

/**
 * Back from the payment provider: a browser that booked without an account goes on to its booking, any other gets the
 * app's page.
 */
export function registerPayReturn(app: FastifyInstance, deps: Deps) {
  app.get<{ Querystring: { transaction?: unknown } }>(PAY_RETURN_PATH, async (request, reply) => {
    const secret = cookieOf(request.headers.cookie, cookieName(request.protocol === 'https'))
    const { transaction } = request.query
    if (!secret || !v.is(idField, transaction)) return reply.callNotFound()
    const { rows } = await deps.pool.query<{ id: string; lang: Language }>(OF_TRANSACTION, [
      transaction,
      hashOf(secret),
      new Date(deps.now()),
    ])
    const found = rows[0]
    return found ? reply.redirect(paths.booking(found.lang, found.id), 303) : reply.callNotFound()
  })
}

const OF_TRANSACTION = `select g.id, r.lang from payment_transaction t join payment p on p.id = t.payment_id
  join guest_booking g on g.id = p.appointment_id join person r on r.id = p.patient_id
 where t.id = $1 and g.browser_hash = $2 and g.expires_at > $3`

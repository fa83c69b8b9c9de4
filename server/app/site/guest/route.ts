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
import { actOnAsking, askInApp, beginAsking, showAsk, showAsking } from '../ask/ask.ts'
import { showQuestion, voteHere } from '../ask/votes.ts'
import { actOnBooking, showBooking } from './acts.ts'
import { visitorOf, cookieName, type Visitor } from './visitor.ts'
import { beginHere, showTimes, toSignIn } from './begin-here.ts'

type Ways = {
  enter(request: FastifyRequest, reply: FastifyReply): Promise<Site | null>
  view(site: Site): Promise<View>
}

/**
 * Booking, asking and voting without an account (issue 35, 2 and 6; decisions 0155, 0158): forms that need no script. Looking changes nothing; every
 * act is a POST of this site's own page (`comesFromElsewhere` refuses any other).
 */
export async function registerGuest(app: FastifyInstance, deps: Deps, language: Language, { enter, view }: Ways) {
  await app.register(async (scope) => {
    takeForms(scope)
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
      answer<Doctor>((visitor, { key }, reply) =>
        beginHere(deps, visitor, key, reply, async (id) =>
          reply.header('cache-control', 'no-store').redirect(paths.booking(language, id), 303),
        ),
      ),
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
    const ask = `/${language}/ask/:key`
    const asking = `/${language}/asking/:id`
    const question = `/${language}/questions/:id`
    scope.get(
      ask,
      compressed,
      answer<Doctor>((visitor, { key }, reply) => showAsk(deps, visitor, key, reply)),
    )
    scope.get(
      `${ask}/sign-in`,
      answer<Doctor>((visitor, { key }, reply, request) => askInApp(deps, visitor, key, request, reply)),
    )
    scope.post(
      ask,
      // a question of 2,000 letters, each of six or more signs in a form
      { ...compressed, bodyLimit: 32 * 1024 },
      answer<Doctor>((visitor, { key }, reply) => beginAsking(deps, visitor, key, reply)),
    )
    scope.get(
      asking,
      compressed,
      answer<Booking>((visitor, { id }, reply) => showAsking(deps, visitor, id, reply)),
    )
    scope.post(
      `${asking}/:act`,
      compressed,
      answer<Booking & { act: string }>((visitor, { id, act }, reply) =>
        actOnAsking(deps, visitor, { id, act }, reply),
      ),
    )
    scope.get(
      question,
      compressed,
      answer<Booking>((visitor, { id }, reply) => showQuestion(deps, visitor, id, reply)),
    )
    scope.post(
      `${question}/:mark`,
      compressed,
      answer<Booking & { mark: string }>((visitor, { id, mark }, reply) =>
        voteHere(deps, visitor, { id, mark }, reply),
      ),
    )
  })
}

/** Accepts forms, and nothing else. */
export function takeForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  COOKIE_PATH,
  COOKIE_SAME_SITE,
  COOKIE_SECONDS,
  LANGUAGE_COOKIE,
} from '../../../../contract/kernel/constants.ts'
import type { Slot } from '../../../../contract/appointment/appointment.ts'
import { addDays, todayIn, wallOf } from '../../../../contract/kernel/time.ts'
import { beginBooking } from '../../../areas/guest/begin.ts'
import { DAYS, nextTimes, timesFrom, typesFor } from '../../../areas/guest/times.ts'
import { readSettings } from '../../../areas/setting/read.ts'
import { asServer } from '../../../db/owner.ts'
import type { Deps } from '../../../http/handler.ts'
import { cookieOf } from '../../../identity/bind.ts'
import { hashOf, newSecret } from '../../../identity/secret.ts'
import { Refused } from '../../../kernel/refused.ts'
import { nothingPage } from '../pages/texts.ts'
import type { DoctorPage } from '../read.ts'
import { browserCookie, clinicsOf, doctorOf, showPage, type Visitor } from './visitor.ts'
import { problemPage } from './code-page.ts'
import { guestView, problemOf } from './guest-frame.ts'
import { chosenIn, signInBackTo, timesPage } from './times-page.ts'

/** The free times of a week, from the first day that has one or from the day that was asked for. */
export async function showTimes(
  deps: Deps,
  visitor: Visitor,
  key: string,
  query: unknown,
  reply: FastifyReply,
  problem: string | null = null,
) {
  const doctor = await doctorOf(deps, visitor, key)
  if (!doctor) return gone(visitor, reply)
  const now = deps.now()
  const where = { doctorId: doctor.id, clinics: clinicsOf(visitor, doctor) }
  const today = todayIn('UTC', now)
  const offer = await asServer(deps.pool, async (db) => {
    const { horizonDays } = await readSettings(db)
    const types = await typesFor(db, where)
    const chosen = types.find(({ id }) => id === typeIn(query)) ?? null
    const of = { ...where, now, visitType: chosen }
    const last = addDays(today, horizonDays)
    const [first] = await nextTimes(db, { ...of, zone: 'UTC' }, now)
    const from = dayIn(query, today, last) ?? (first ? wallOf(Date.parse(first.start), first.zone).date : today)
    const next = addDays(from, DAYS)
    const slots = first ? await timesFrom(db, of, from) : []
    return { types, chosen, slots, later: first && next <= last ? next : null }
  })
  return showPage(
    reply,
    visitor,
    timesPage(guestView(visitor.view, doctor), { ...offer, problem }),
    problem ? 422 : 200,
  )
}

/** Keeps the chosen time and goes on to the form of the booking, by `onward`. */
export async function beginHere(
  deps: Deps,
  visitor: Visitor,
  key: string,
  reply: FastifyReply,
  onward: (id: string) => Promise<unknown>,
) {
  const doctor = await doctorOf(deps, visitor, key)
  if (!doctor) return gone(visitor, reply)
  const { view, origin, site, form } = visitor
  const its = guestView(view, doctor)
  const chosen = chosenIn(form['slot'])
  if (!chosen || !clinicsOf(visitor, doctor).includes(chosen.clinicId))
    return showTimes(deps, visitor, key, {}, reply, its.words.problems.slot_outside)
  const secret = visitor.browserHash ? null : newSecret()
  try {
    const id = await beginBooking(
      deps,
      { ...chosen, doctorId: doctor.id },
      { browserHash: visitor.browserHash ?? hashOf(secret!), ip: origin.ip, hostClinic: site.clinic?.id ?? null },
    )
    if (secret) reply.header('set-cookie', browserCookie(secret, origin.secure))
    return await onward(id)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const page = {
      problem: problemOf(error.code, its.words),
      slots: offeredIn(error, visitor, doctor),
      booking: null,
      visitTypeId: chosen.visitTypeId,
    }
    return showPage(reply, visitor, problemPage(its, page), error.status)
  }
}

/** The times that a refusal offers, as far as they can be booked here. */
export const offeredIn = ({ details }: Refused, visitor: Visitor, doctor: DoctorPage): readonly Slot[] =>
  ((details['slots'] ?? []) as readonly Slot[]).filter(({ clinicId }) => clinicsOf(visitor, doctor).includes(clinicId))

/** The way of people with an account: into the app, in the language of this page if none was chosen. */
export async function toSignIn(
  deps: Deps,
  visitor: Visitor,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const doctor = await doctorOf(deps, visitor, key)
  if (!doctor) return gone(visitor, reply)
  return signInTo(deps, visitor, `/appointment/new?doctor=${doctor.id}`, request, reply)
}

/** Through the sign-in page to a screen of the app. */
export function signInTo(deps: Deps, visitor: Visitor, back: string, request: FastifyRequest, reply: FastifyReply) {
  if (!cookieOf(request.headers.cookie, LANGUAGE_COOKIE)) {
    const secure = deps.publicUrl().startsWith('https:') ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${LANGUAGE_COOKIE}=${visitor.view.language}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_SECONDS}; SameSite=${COOKIE_SAME_SITE}${secure}`,
    )
  }
  // a website's host has no app of its own
  const isHere = request.hostname.toLowerCase() !== visitor.site.clinic?.webUrl
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${isHere ? '' : visitor.site.app}${signInBackTo(back)}`, 303)
}

/** The page of a doctor who is not here any more. */
export const gone = (visitor: Visitor, reply: FastifyReply) =>
  showPage(reply, visitor, nothingPage(visitor.view, true), 410)

/** The day that was asked for, if it can be booked. */
function dayIn(query: unknown, first: number, last: number): number | null {
  const from = (query as Readonly<Record<string, unknown>> | null)?.['from']
  if (typeof from !== 'string' || !/^\d{8}$/.test(from)) return null
  const day = Number(from)
  const isDay = addDays(addDays(day, 1), -1) === day
  return isDay && day >= first && day <= last ? day : null
}

const typeIn = (query: unknown) => (query as Readonly<Record<string, unknown>> | null)?.['type']

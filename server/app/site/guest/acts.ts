import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { Reply } from '../../../../contract/calls.ts'
import { APPOINTMENT_LINK_PATH } from '../../../../contract/appointmentlink/appointmentlink.ts'
import { id as idField } from '../../../../contract/kernel/fields.ts'
import { linkToken } from '../../../areas/appointment/link-token.ts'
import { asPatient } from '../../../areas/appointmentlink/as-patient.ts'
import { shownTo } from '../../../areas/appointmentlink/shown.ts'
import { proveBooking, sendBookingCode } from '../../../areas/guest/booking-code.ts'
import { CodeRefused } from '../../../areas/guest/code.ts'
import { bookGuest } from '../../../areas/guest/book.ts'
import { findBooking, isProved, keepData, releaseTime, type GuestBooking } from '../../../areas/guest/guest-booking.ts'
import { readTyped } from '../../../areas/guest/typed.ts'
import { isWay, transferOf, waysToPay } from '../../../areas/guest/ways-to-pay.ts'
import { readTransports } from '../../../areas/setting/transport.ts'
import { asServer } from '../../../db/owner.ts'
import type { Deps } from '../../../http/handler.ts'
import { forgetPath, reachOf } from '../../../identity/links.ts'
import { patientByLink } from '../../../identity/session-store.ts'
import type { Who } from '../../../identity/who.ts'
import { Refused } from '../../../kernel/refused.ts'
import { paths } from '../paths.ts'
import { GUEST_WORDS } from '../words/guest.ts'
import { browserCookie, doctorOf, showPage, type Visitor } from './visitor.ts'
import { offeredIn, showTimes } from './begin-here.ts'
import { codePage, problemPage } from './code-page.ts'
import { donePage, leavingPage, notHerePage } from './done-page.ts'
import { guestView, problemOf, type GuestView } from './guest-frame.ts'
import { whoPage } from './who-page.ts'

/** A booking of this browser, with what its pages need. */
type Here = {
  readonly deps: Deps
  readonly visitor: Visitor
  readonly its: GuestView
  readonly booking: GuestBooking
  readonly browserHash: string
  readonly reply: FastifyReply
}

/** The page of a booking: the form, the code, or that it is booked. */
export async function showBooking(deps: Deps, visitor: Visitor, id: string, reply: FastifyReply) {
  const here = await hereOf(deps, visitor, id, reply)
  if (!here) return notHere(visitor, reply)
  const { booking } = here
  if (booking.bookedAt) return showDone(here)
  if (booking.codeUntil && !isProved(booking.data, deps.now()))
    return showPage(reply, visitor, codePage(here.its, booking, { wrong: null, problem: null }))
  return showForm(here, {})
}

/** What a form of these pages does. */
export async function actOnBooking(
  deps: Deps,
  visitor: Visitor,
  { id, act }: { readonly id: string; readonly act: string },
  reply: FastifyReply,
) {
  const here = await hereOf(deps, visitor, id, reply)
  if (!here) return notHere(visitor, reply)
  if (here.booking.bookedAt) return act === 'pay' ? pay(here) : onward(here)
  if (act === 'who') return saysWho(here)
  if (act === 'code') return proves(here)
  if (act === 'again') return sendsAgain(here)
  if (act === 'change') {
    await deps.pool.query('update guest_booking set code_hash = null, code_until = null where id = $1', [id])
    return onward(here)
  }
  if (act !== 'leave') return notHere(visitor, reply)
  await releaseTime(deps.pool, id)
  if (visitor.view.embed) return showTimes(deps, visitor, here.its.doctor.id, {}, reply)
  return reply.redirect(paths.book(visitor.view.language, here.its.doctor), 303)
}

async function hereOf(deps: Deps, visitor: Visitor, id: string, reply: FastifyReply): Promise<Here | null> {
  const { browserHash } = visitor
  if (!browserHash || !v.is(idField, id)) return null
  const booking = await findBooking(deps.pool, id, browserHash, deps.now())
  const doctor = booking && (await doctorOf(deps, visitor, booking.doctorId))
  return doctor && { deps, visitor, its: guestView(visitor.view, doctor), booking, browserHash, reply }
}

const notHere = (visitor: Visitor, reply: FastifyReply) =>
  showPage(reply, visitor, notHerePage({ view: visitor.view, words: GUEST_WORDS[visitor.view.language] }), 404)

/** The next page of the booking; in a frame at once, since only a form carries its secret. */
const onward = ({ deps, visitor, booking, reply }: Here) =>
  visitor.view.embed
    ? showBooking(deps, visitor, booking.id, reply)
    : reply.header('cache-control', 'no-store').redirect(paths.booking(visitor.view.language, booking.id), 303)

type FormState = {
  readonly values?: Readonly<Record<string, unknown>>
  readonly wrong?: ReadonlySet<string>
  readonly problem?: string
  readonly status?: number
}
async function showForm({ deps, visitor, its, booking, reply }: Here, state: FormState) {
  const content = state.values ?? booking.data.typed ?? {}
  const values = Object.fromEntries(
    Object.entries(content).flatMap(([k, x]) => (typeof x === 'string' ? [[k, x]] : [])),
  )
  const page = whoPage(its, booking, {
    ways: await waysToPay(deps, booking),
    hasSms: await hasSms(deps),
    values,
    wrong: state.wrong ?? new Set(),
    problem: state.problem ?? null,
    now: deps.now(),
  })
  return showPage(reply, visitor, page, state.status ?? 200)
}

const hasSms = async (deps: Deps) => (await readTransports(deps)).sms !== null

/** A person needs longer than this to fill in the form; what a browser has typed before comes back at once. */
const FASTEST_MS = 2000

async function saysWho(here: Here) {
  const { deps, visitor, its, booking } = here
  const { words } = its
  const now = deps.now()
  const form: Visitor['form'] = { ...visitor.form, ...(booking.price === 0 && { pay: 'later' }) }
  const read = readTyped(form, { zone: booking.zone, now, hasSms: await hasSms(deps) })
  const wrong = new Set('wrong' in read ? read.wrong : [])
  if ('typed' in read && !isWay(read.typed.pay, await waysToPay(deps, booking))) wrong.add('pay')
  if (!('typed' in read) || wrong.size > 0) return showForm(here, { values: form, wrong, status: 422 })
  if (now - booking.madeAt.getTime() < FASTEST_MS && !booking.data.typed)
    return showForm(here, { values: form, problem: words.problems.too_fast, status: 422 })
  const { typed } = read
  const data = { ...booking.data, typed }
  const isMachine = typeof form['website'] === 'string' && form['website'] !== ''
  if (isProved(data, now) && !isMachine) {
    await keepData(deps.pool, booking.id, data)
    return finish({ ...here, booking: { ...booking, data } })
  }
  try {
    await sendBookingCode(deps, booking, typed, { ...senderOf(visitor), isMachine })
    return onward(here)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return showForm(here, { values: form, problem: problemOf(error.code, words), status: error.status })
  }
}

const senderOf = ({ origin, view, site }: Visitor) => ({ ip: origin.ip, lang: view.language, house: site.name })

async function proves(here: Here) {
  const { deps, visitor, its, booking, browserHash, reply } = here
  const again = (wrong: string | null, problem: string | null, status: number) =>
    showPage(reply, visitor, codePage(its, booking, { wrong, problem }), status)
  // proved before, as after a double press
  if (isProved(booking.data, deps.now())) return finish(here)
  try {
    const code = String(visitor.form['code'] ?? '')
    const proved = await proveBooking(deps, booking, code, { ip: visitor.origin.ip, browserHash })
    return await finish({ ...here, booking: proved })
  } catch (error) {
    if (error instanceof CodeRefused) {
      const now = await findBooking(deps.pool, booking.id, browserHash, deps.now())
      // a second press, while the first one is at work
      if (now && (now.bookedAt || isProved(now.data, deps.now()))) return finish({ ...here, booking: now })
      return again(error.why === 'wrong' ? its.words.codeWrong : its.words.codeExpired, null, 422)
    }
    if (error instanceof Refused) return again(null, problemOf(error.code, its.words), error.status)
    throw error
  }
}

async function sendsAgain(here: Here) {
  const { deps, visitor, its, booking, reply } = here
  const { typed } = booking.data
  if (!typed) return onward(here)
  try {
    const isMachine = booking.codeUntil !== null && booking.codeHash === null
    await sendBookingCode(deps, booking, typed, { ...senderOf(visitor), isMachine })
    return onward(here)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const page = codePage(its, booking, { wrong: null, problem: problemOf(error.code, its.words) })
    return showPage(reply, visitor, page, error.status)
  }
}

/** Books, or says why not and what can be done. */
async function finish(here: Here) {
  const { deps, visitor, its, booking, reply } = here
  const { clinic } = visitor.site
  try {
    await bookGuest(deps, booking, {
      origin: visitor.origin,
      lang: visitor.view.language,
      legal: { clinicId: clinic?.id ?? null, terms: clinic?.terms ?? [], dataPolicy: clinic?.dataPolicy ?? [] },
      notes: { booker: its.words.bookedFor, phone: its.words.phoneGiven },
      isFree: booking.price === 0,
    })
    return onward(here)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const slots = offeredIn(error, visitor, its.doctor)
    const page = {
      problem: problemOf(error.code, its.words),
      slots,
      booking: booking.id,
      visitTypeId: booking.visitTypeId,
    }
    return showPage(reply, visitor, problemPage(its, page), error.status)
  }
}

async function showDone(here: Here, problem: string | null = null) {
  const { deps, visitor, its, booking, reply } = here
  const holder = await holderOf(here)
  if (!holder) return notHere(visitor, reply)
  const nobody = null as unknown as Who // no one is signed in here
  const appointment = await shownTo({ deps, now: deps.now(), who: nobody }, holder)
  const reach = await asServer(deps.pool, (db) => reachOf(db, holder.patient.id))
  const { rowCount } = await deps.pool.query(
    `select from payment where appointment_id = $1 and type = 'credit_card' and status = 'waiting'`,
    [booking.id],
  )
  const page = donePage(its, {
    appointment,
    link: reach?.recipient
      ? `${visitor.site.app}${APPOINTMENT_LINK_PATH}#${linkToken(deps.vault, booking.id, reach.recipient)}`
      : null,
    transfer: await transferOf(deps.pool, booking.id),
    forgetHref: `${visitor.site.app}${forgetPath('patient')}`,
    isCard: rowCount === 1,
    problem,
  })
  return showPage(reply, visitor, page, problem ? 409 : 200)
}

async function pay(here: Here) {
  const { deps, visitor, its, booking, reply } = here
  const holder = await holderOf(here)
  if (!holder) return notHere(visitor, reply)
  try {
    const ctx = { deps, now: deps.now(), origin: visitor.origin }
    const { paymentUrl } = await asPatient<Reply<'transaction.generate'>>(ctx, holder.patient, 'transaction.generate', {
      appointmentId: booking.id,
    })
    // a form in a frame opens its own window, where this site's cookies count: the way back needs one
    const { embed } = visitor.view
    if (embed) reply.header('set-cookie', browserCookie(embed.key, visitor.origin.secure))
    return showPage(reply, visitor, leavingPage(its, booking.id, paymentUrl))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return showDone(here, problemOf(error.code, its.words))
  }
}

async function holderOf({ deps, booking }: Here) {
  const { rows } = await deps.pool.query<{ patient_id: string | null }>(
    'select patient_id from appointment where id = $1',
    [booking.id],
  )
  const patient = rows[0]?.patient_id ? await patientByLink(deps.pool, rows[0].patient_id) : null
  return patient && { visitId: booking.id, patient }
}

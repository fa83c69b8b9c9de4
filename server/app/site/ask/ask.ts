import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { id as idField, requiredText, text } from '../../../../contract/kernel/fields.ts'
import { QUESTION_MOST } from '../../../../contract/question/question.ts'
import { CodeRefused, proveCode, sendCode } from '../../../areas/guest/code.ts'
import {
  beginQuestion,
  contactOfQuestion,
  findGuestQuestion,
  putQuestion,
  wayOfQuestion,
  type GuestQuestion,
  type TypedQuestion,
} from '../../../areas/question/guest-question.ts'
import { readTransports } from '../../../areas/setting/transport.ts'
import { hashOf, newSecret } from '../../../identity/secret.ts'
import type { Deps } from '../../../http/handler.ts'
import { phoneToKeep } from '../../../kernel/phone.ts'
import { Refused } from '../../../kernel/refused.ts'
import { gone, signInTo } from '../guest/begin-here.ts'
import { notHerePage } from '../guest/done-page.ts'
import { guestView, problemOf } from '../guest/guest-frame.ts'
import { browserCookie, doctorOf, showPage, type Visitor } from '../guest/visitor.ts'
import { paths } from '../paths.ts'
import type { DoctorPage } from '../read.ts'
import { ASK_WORDS } from '../words/ask.ts'
import { GUEST_WORDS } from '../words/guest.ts'
import { askCodePage, askDonePage, askView, formPage, type AskView } from './ask-page.ts'

/** The empty form. */
export async function showAsk(deps: Deps, visitor: Visitor, key: string, reply: FastifyReply) {
  const doctor = await doctorOf(deps, visitor, key)
  return doctor ? showForm(deps, visitor, doctor, reply, {}) : gone(visitor, reply)
}

export async function askInApp(
  deps: Deps,
  visitor: Visitor,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const doctor = await doctorOf(deps, visitor, key)
  return doctor ? signInTo(deps, visitor, `/doctor/${doctor.id}/about`, request, reply) : gone(visitor, reply)
}

type FormState = { readonly wrong?: ReadonlySet<string>; readonly problem?: string; readonly status?: number }
async function showForm(
  deps: Deps,
  visitor: Visitor,
  doctor: DoctorPage,
  reply: FastifyReply,
  { wrong = new Set(), problem, status = 200 }: FormState,
) {
  const values = Object.fromEntries(
    Object.entries(visitor.form).flatMap(([k, x]) => (typeof x === 'string' ? [[k, x]] : [])),
  )
  const shown = { hasSms: await hasSms(deps), values, wrong, problem: problem ?? null, stamp: stampOf(deps, doctor.id) }
  return showPage(reply, visitor, formPage(askView(guestView(visitor.view, doctor)), shown), status)
}

const hasSms = async (deps: Deps) => (await readTransports(deps)).sms !== null

/** Takes the form: nothing is kept of one that is wrong. */
export async function beginAsking(deps: Deps, visitor: Visitor, key: string, reply: FastifyReply) {
  const doctor = await doctorOf(deps, visitor, key)
  if (!doctor) return gone(visitor, reply)
  const { view, origin, site, form } = visitor
  const its = askView(guestView(view, doctor))
  const { rows } = await deps.pool.query<{ zone: string }>('select clock_of($1, $2) as zone', [
    doctor.clinics[0]?.id ?? null,
    doctor.id,
  ])
  const read = typedIn(form, { zone: rows[0]!.zone, hasSms: await hasSms(deps) })
  if ('wrong' in read) return showForm(deps, visitor, doctor, reply, { wrong: read.wrong, status: 422 })
  if (!isSlow(deps, doctor.id, form['stamp']))
    return showForm(deps, visitor, doctor, reply, { problem: its.words.problems.too_fast, status: 422 })
  const secret = visitor.browserHash ? null : newSecret()
  try {
    const id = await beginQuestion(
      deps,
      { doctorId: doctor.id, hostClinic: site.clinic?.id ?? null },
      { browserHash: visitor.browserHash ?? hashOf(secret!), ip: origin.ip },
    )
    const isMachine = typeof form['website'] === 'string' && form['website'] !== ''
    await send(deps, visitor, id, read.typed, isMachine)
    if (secret) reply.header('set-cookie', browserCookie(secret, origin.secure))
    return reply.header('cache-control', 'no-store').redirect(paths.asking(view.language, id), 303)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return showForm(deps, visitor, doctor, reply, { problem: problemOfAsk(error, its), status: error.status })
  }
}

const send = (deps: Deps, { origin, view, site }: Visitor, id: string, typed: TypedQuestion, isMachine: boolean) =>
  sendCode(deps, { id, data: { typed } }, wayOfQuestion(typed), {
    ip: origin.ip,
    lang: view.language,
    house: site.name,
    isMachine,
  })

const problemOfAsk = ({ code }: Refused, { words, ask }: AskView): string =>
  code === 'too_many_tries' ? problemOf(code, words) : ask.problem

/** What the form says, or its wrong fields. */
function typedIn(
  form: Visitor['form'],
  { zone, hasSms: sms }: { readonly zone: string; readonly hasSms: boolean },
): { readonly typed: TypedQuestion } | { readonly wrong: ReadonlySet<string> } {
  const line = (name: string) => (typeof form[name] === 'string' ? form[name].replaceAll('\r\n', '\n').trim() : '')
  const wrong = new Set<string>()
  const content = v.safeParse(requiredText(QUESTION_MOST), line('content'))
  if (!content.success) wrong.add('content')
  const by = sms && line('by') !== 'mail' ? 'sms' : 'mail'
  const to = by === 'sms' ? phoneIn(line('phone'), zone) : mailIn(line('email'))
  if (!to) wrong.add(by === 'sms' ? 'phone' : 'email')
  return content.success && to ? { typed: { content: content.output, by, to } } : { wrong }
}

function mailIn(typed: string): string | null {
  const read = v.safeParse(v.pipe(text(200), v.email()), typed)
  return read.success ? read.output : null
}

function phoneIn(typed: string, zone: string): string | null {
  if (typed === '' || typed.length > 30) return null
  try {
    return phoneToKeep(typed, zone)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** A person needs longer than this to write a question; a form older than a day is opened again. */
const FASTEST_MS = 2000
const OLDEST_MS = 86_400_000
const macOf = ({ vault }: Pick<Deps, 'vault'>, doctorId: string, at: string) =>
  vault.keyed('ask form', `${doctorId} ${at}`)
const stampOf = (deps: Deps, doctorId: string) => `${deps.now()}.${macOf(deps, doctorId, String(deps.now()))}`
function isSlow(deps: Deps, doctorId: string, stamp: unknown): boolean {
  const [at = '', mac = ''] = typeof stamp === 'string' ? stamp.split('.', 2) : []
  const age = deps.now() - Number(at)
  return mac === macOf(deps, doctorId, at) && age >= FASTEST_MS && age < OLDEST_MS
}

/** A question of this browser, with what its pages need. */
type Here = {
  readonly deps: Deps
  readonly visitor: Visitor
  readonly its: AskView
  readonly question: GuestQuestion
  readonly browserHash: string
  readonly reply: FastifyReply
}

async function hereOf(deps: Deps, visitor: Visitor, id: string, reply: FastifyReply): Promise<Here | null> {
  const { browserHash, site } = visitor
  if (!browserHash || !v.is(idField, id)) return null
  const question = await findGuestQuestion(deps.pool, id, browserHash, deps.now())
  if (!question || question.hostClinic !== (site.clinic?.id ?? null)) return null
  const doctor = await doctorOf(deps, visitor, question.doctorId)
  return doctor && { deps, visitor, its: askView(guestView(visitor.view, doctor)), question, browserHash, reply }
}

/** The page of a question: the code, or that it waits for review. */
export async function showAsking(deps: Deps, visitor: Visitor, id: string, reply: FastifyReply) {
  const here = await hereOf(deps, visitor, id, reply)
  if (!here) return notHere(visitor, reply)
  if (here.question.askedAt) return showPage(reply, visitor, askDonePage(here.its, id))
  return showPage(reply, visitor, askCodePage(here.its, here.question, { wrong: null, problem: null }))
}

export async function actOnAsking(
  deps: Deps,
  visitor: Visitor,
  { id, act }: { readonly id: string; readonly act: string },
  reply: FastifyReply,
) {
  const here = await hereOf(deps, visitor, id, reply)
  if (!here) return notHere(visitor, reply)
  const { its, question } = here
  if (question.askedAt) return onward(here)
  if (act === 'code') return proves(here)
  const { typed } = question.data
  if (!typed || (act !== 'again' && act !== 'change')) return notHere(visitor, reply)
  if (act === 'change') {
    const form = { content: typed.content, by: typed.by, [typed.by === 'sms' ? 'phone' : 'email']: typed.to }
    return showForm(deps, { ...visitor, form }, its.doctor, reply, {})
  }
  try {
    await send(deps, visitor, id, typed, question.codeUntil !== null && question.codeHash === null)
    return await onward(here)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const page = askCodePage(its, question, { wrong: null, problem: problemOfAsk(error, its) })
    return showPage(reply, visitor, page, error.status)
  }
}

const onward = ({ visitor, question, reply }: Here) =>
  reply.header('cache-control', 'no-store').redirect(paths.asking(visitor.view.language, question.id), 303)

async function proves(here: Here) {
  const { deps, visitor, its, question, browserHash, reply } = here
  const { typed, proved } = question.data
  const { ip } = visitor.origin
  try {
    let data = question.data
    if (typed && !proved) {
      data = { typed, proved: { contact: contactOfQuestion(typed) } }
      const code = String(visitor.form['code'] ?? '')
      await proveCode(deps, question, wayOfQuestion(typed), data, { code, ip, browserHash })
    }
    const host = visitor.site.clinic ? visitor.origin.host : null
    await putQuestion(deps, { ...question, data }, { ip, lang: visitor.view.language, host })
    return await onward(here)
  } catch (error) {
    const again = (wrong: string | null, problem: string | null, status: number) =>
      showPage(reply, visitor, askCodePage(its, question, { wrong, problem }), status)
    if (error instanceof CodeRefused) {
      // a second press, while the first one is at work
      const now = await findGuestQuestion(deps.pool, question.id, browserHash, deps.now())
      if (now && (now.askedAt || now.data.proved)) return onward(here)
      return again(error.why === 'wrong' ? its.words.codeWrong : its.words.codeExpired, null, 422)
    }
    if (error instanceof Refused) return again(null, problemOfAsk(error, its), error.status)
    throw error
  }
}

const notHere = (visitor: Visitor, reply: FastifyReply) => {
  const { view } = visitor
  const { notHereTitle, notHereText, description } = ASK_WORDS[view.language]
  const words = { ...GUEST_WORDS[view.language], notHereTitle, notHereText, description }
  return showPage(reply, visitor, notHerePage({ view, words }), 404)
}

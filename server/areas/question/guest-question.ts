import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { network64 } from '../../kernel/network.ts'
import type { Way } from '../guest/code.ts'
import { ringDoctor } from './ask.ts'
import { CONTACT } from './tell-asker.ts'

/** A stranger's question on its way (decision 0158). */
export type GuestQuestion = {
  readonly id: string
  readonly doctorId: string
  readonly hostClinic: string | null
  readonly data: { readonly typed?: TypedQuestion; readonly proved?: { readonly contact: string } }
  readonly codeHash: string | null
  readonly codeUntil: Date | null
  readonly askedAt: Date | null
}

export type TypedQuestion = {
  readonly content: string
  readonly by: 'sms' | 'mail'
  /** E.164 of an SMS, else a mail address, as it was typed. */
  readonly to: string
}

export const contactOfQuestion = ({ by, to }: TypedQuestion): string => (by === 'sms' ? to : to.toLowerCase())

export const wayOfQuestion = (typed: TypedQuestion): Way => ({
  table: 'guest_question',
  template: 'question_code',
  by: typed.by,
  contact: contactOfQuestion(typed),
  to: typed.to,
})

/** How long a question may wait for its code. */
const MINUTES = 60

/** Begins a question of this browser; nothing of it is anyone's before the proof. Throws Refused `too_many_tries`. */
export async function beginQuestion(
  deps: Deps,
  { doctorId, hostClinic }: { readonly doctorId: string; readonly hostClinic: string | null },
  { browserHash, ip }: { readonly browserHash: string; readonly ip: string },
): Promise<string> {
  await deps.limits.take(['guest', ip])
  const now = deps.now()
  const id = newId(now)
  await deps.pool.query(
    'insert into guest_question (id, browser_hash, host_clinic, doctor_id, made_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [id, browserHash, hostClinic, doctorId, new Date(now), new Date(now + MINUTES * 60_000)],
  )
  return id
}

/** The question with this id, if it is this browser's and has not expired. */
export async function findGuestQuestion(
  db: Db,
  id: string,
  browserHash: string,
  now: number,
): Promise<GuestQuestion | null> {
  const { rows } = await db.query<GuestQuestion>(
    `select id, doctor_id as "doctorId", host_clinic as "hostClinic", data, code_hash as "codeHash", code_until as "codeUntil",
       asked_at as "askedAt" from guest_question where id = $1 and browser_hash = $2 and expires_at > $3`,
    [id, browserHash, new Date(now)],
  )
  return rows[0] ?? null
}

/**
 * Puts a proved question to its doctor, once, and erases what was typed; only the contact stays, encrypted, until the
 * answer is public.
 *
 * @throws Refused `too_many_tries` after a contact's third question of a day, and an address's sixth to one doctor
 */
export async function putQuestion(
  deps: Deps,
  { id, doctorId, hostClinic, data: { typed, proved } }: GuestQuestion,
  { ip, lang, host }: { readonly ip: string; readonly lang: Language; readonly host: string | null },
): Promise<void> {
  if (!typed || proved?.contact !== contactOfQuestion(typed)) throw new Error('a question without a proof')
  const lanes = await deps.limits.take(
    ['booked', `question ${proved.contact}`],
    ['bookedHere', `question ${network64(ip) ?? ip} ${doctorId}`],
  )
  const now = deps.now()
  let isPut = false
  try {
    isPut = await asServer(deps.pool, async (db) => {
      const { rowCount } = await db.query(
        `update guest_question set asked_at = $2, data = '{}', expires_at = $3 where id = $1 and asked_at is null`,
        [id, new Date(now), new Date(now + 2 * MINUTES * 60_000)],
      )
      if (!rowCount) return false
      await db.query(
        'insert into question (id, clinic_id, doctor_id, content, created_at) values ($1, $2, $3, $4, $5)',
        [id, hostClinic, doctorId, typed.content, new Date(now)],
      )
      await db.query(
        'insert into question_contact (question_id, channel, sealed, lang, host, made_at) values ($1, $2, $3, $4, $5, $6)',
        [id, typed.by, deps.vault.seal(CONTACT, typed.to), lang, host, new Date(now)],
      )
      await ringDoctor(db, doctorId, now)
      return true
    })
  } finally {
    if (!isPut) await lanes.giveBack()
  }
  deps.poke([`doctor:${doctorId}`, `user:${doctorId}`])
}

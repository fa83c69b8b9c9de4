import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '../../../contract/kernel/constants.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import { queueMessage } from '../message/queue.ts'

/** How long a code is valid. */
const CODE_MINUTES = 10

/** What a stranger has begun and must prove: a booking or a question, each a row of this browser. */
export type Proving = {
  readonly id: string
  readonly codeHash: string | null
  readonly codeUntil: Date | null
  /** What was typed, as the row keeps it. */
  readonly data: object
}
/** Where the code goes, and the letter that carries it. */
export type Way = {
  readonly table: 'guest_booking' | 'guest_question'
  readonly template: 'booking_code' | 'question_code'
  readonly by: 'sms' | 'mail'
  /** A proof holds for it: a phone, or a mail address in small letters. */
  readonly contact: string
  /** The same as it was typed. */
  readonly to: string
}

export type Sent = {
  readonly ip: string
  readonly lang: Language
  readonly house: string
  readonly isMachine?: boolean
}

/**
 * Keeps what was typed and sends a code to the contact. The same work is done whether or not the contact is known here.
 * `isMachine`: everything looks the same, but nothing is sent and no code is right.
 *
 * @throws Refused `too_many_tries`
 */
export async function sendCode(
  deps: Deps,
  { id, data }: Pick<Proving, 'id' | 'data'>,
  { table, template, by, contact, to }: Way,
  { ip, lang, house, isMachine = false }: Sent,
): Promise<void> {
  await deps.limits.take(['code', `guest ${contact}`], ['asking', ip])
  const now = deps.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = now + CODE_MINUTES * 60_000
  await asServer(deps.pool, async (db) => {
    await db.query(`update ${table} set data = $2, code_hash = $3, code_until = $4 where id = $1`, [
      id,
      JSON.stringify(data),
      isMachine ? null : hashOf(deps, id, code),
      new Date(until),
    ])
    if (isMachine) return
    await queueMessage(db, {
      channel: by,
      to,
      lang,
      template,
      args: { house, code },
      now,
      notAfter: until,
    })
  })
  deps.sendSoon()
}

/**
 * Takes the code and keeps `proved` in the row. Each try is counted before it is compared and given back if it was right
 * (decision 0048); a right code works once.
 *
 * @throws Refused `too_many_tries`; CodeRefused
 */
export async function proveCode(
  deps: Deps,
  { id, codeHash, codeUntil }: Proving,
  { table, contact }: Pick<Way, 'table' | 'contact'>,
  proved: object,
  { code, ip, browserHash }: { readonly code: string; readonly ip: string; readonly browserHash: string },
): Promise<void> {
  if (!codeUntil || codeUntil.getTime() <= deps.now()) throw new CodeRefused('expired')
  // counted for the contact: a new row or a new code brings no new tries
  const tries = await deps.limits.take(['account', `guest code ${contact}`], ['address', ip])
  const given = Buffer.from(hashOf(deps, id, code.normalize('NFKC').replaceAll(/\D/g, '')))
  const right = Buffer.from(codeHash ?? '')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new CodeRefused('wrong')
  const { rowCount } = await deps.pool.query(
    `update ${table} set code_hash = null, code_until = null, data = $3 where id = $1 and browser_hash = $2 and code_hash = $4`,
    [id, browserHash, JSON.stringify(proved), codeHash],
  )
  if (!rowCount) throw new CodeRefused('expired')
  await tries.giveBack()
}

/** Why a code was not accepted; the page says it next to the field. */
export class CodeRefused extends Error {
  readonly why: 'wrong' | 'expired'
  constructor(why: 'wrong' | 'expired') {
    super(why)
    this.why = why
  }
}

/** Six digits can be counted through; without the server's key the stored hash says nothing. */
const hashOf = ({ vault }: Pick<Deps, 'vault'>, id: string, code: string) => vault.keyed('guest code', `${id} ${code}`)

import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '../../../contract/kernel/constants.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import { queueMessage } from '../message/queue.ts'
import { contactOf, keepData, type GuestBooking, type Typed } from './guest-booking.ts'

/** How long a code is valid. */
const CODE_MINUTES = 10

type Sent = { readonly ip: string; readonly lang: Language; readonly house: string }

/**
 * Keeps what was typed and sends a code to the contact. The same work is done whether or not the contact is known here.
 * `isMachine`: everything looks the same, but nothing is sent and no code is right.
 *
 * @throws Refused `too_many_tries`
 */
export async function sendCode(
  deps: Deps,
  booking: GuestBooking,
  typed: Typed,
  { ip, lang, house, isMachine = false }: Sent & { readonly isMachine?: boolean },
): Promise<void> {
  const contact = contactOf(typed)
  await deps.limits.take(['code', `guest ${contact}`], ['asking', ip])
  const now = deps.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = now + CODE_MINUTES * 60_000
  await asServer(deps.pool, async (db) => {
    await keepData(db, booking.id, { ...booking.data, typed })
    await db.query('update guest_booking set code_hash = $2, code_until = $3 where id = $1', [
      booking.id,
      isMachine ? null : hashOf(deps, booking.id, code),
      new Date(until),
    ])
    if (isMachine) return
    await queueMessage(db, {
      channel: typed.by,
      to: typed.by === 'sms' ? typed.phone : typed.email,
      lang,
      template: 'booking_code',
      args: { house, code },
      now,
      notAfter: until,
    })
  })
  deps.sendSoon()
}

/**
 * Whether this is the code. Each try is counted before it is compared and given back if it was right (decision 0048); a
 * right code works once.
 *
 * @throws Refused `too_many_tries`; CodeRefused
 */
export async function proveCode(
  deps: Deps,
  booking: GuestBooking,
  typedCode: string,
  { ip, browserHash }: { readonly ip: string; readonly browserHash: string },
): Promise<GuestBooking> {
  const { typed } = booking.data
  if (!typed || !booking.codeUntil || booking.codeUntil.getTime() <= deps.now()) throw new CodeRefused('expired')
  const contact = contactOf(typed)
  // counted for the contact: a new booking or a new code brings no new tries
  const tries = await deps.limits.take(['account', `guest code ${contact}`], ['address', ip])
  const given = Buffer.from(hashOf(deps, booking.id, typedCode.normalize('NFKC').replaceAll(/\D/g, '')))
  const right = Buffer.from(booking.codeHash ?? '')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new CodeRefused('wrong')
  const { rowCount } = await deps.pool.query(
    `update guest_booking set code_hash = null, code_until = null, data = $3
      where id = $1 and browser_hash = $2 and code_hash = $4 and booked_at is null`,
    [booking.id, browserHash, JSON.stringify({ typed, proved: { contact, at: deps.now() } }), booking.codeHash],
  )
  if (!rowCount) throw new CodeRefused('expired')
  await tries.giveBack()
  return { ...booking, codeHash: null, codeUntil: null, data: { typed, proved: { contact, at: deps.now() } } }
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

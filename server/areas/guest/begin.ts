import { newId } from '../../../contract/kernel/id.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { prefixOf } from '../../kernel/network.ts'
import { takeSlot } from '../availability/slot.ts'
import { lockDoctor } from '../availability/store.ts'
import { asChosen, chosenType } from '../availability/chosen-type.ts'
import { readSettings } from '../setting/read.ts'
import { GUEST_MINUTES, lastTyped } from './guest-booking.ts'
import { STRANGER } from './times.ts'

type Wanted = {
  readonly doctorId: string
  readonly clinicId: string | null
  readonly type: 'online' | 'face-to-face'
  readonly start: string
  /** Minutes. */
  readonly duration: number
  readonly visitTypeId: string | null
}

type Asker = { readonly browserHash: string; readonly ip: string; readonly hostClinic: string | null }

/**
 * Begins a booking and keeps its time for this browser (rule 16). A browser keeps one time. Beyond the bounds below the
 * booking goes on without keeping the time, so that no one can take a doctor's day out of the offer by choosing.
 *
 * @throws Refused `slot_taken` and the other refusals of a time, `too_many_tries`
 */
export async function beginBooking(deps: Deps, wanted: Wanted, { browserHash, ip, hostClinic }: Asker) {
  await deps.limits.take(['guest', ip])
  const now = deps.now()
  const network = deps.vault.keyed('guest network', prefixOf(ip))
  return asServer(deps.pool, async (db) => {
    const { rows } = await db.query<{ zone: string }>('select clock_of($1, $2) as zone', [
      wanted.clinicId,
      wanted.doctorId,
    ])
    const { visitTypeId } = wanted
    const visitType = visitTypeId ? await chosenType(db, visitTypeId, wanted, STRANGER) : null
    const chosen = visitType ? asChosen(visitType) : undefined
    const data = await lastTyped(db, browserHash, now)
    await lockDoctor(db, wanted.doctorId)
    await db.query('update guest_booking set held_until = null where browser_hash = $1 and held_until is not null', [
      browserHash,
    ])
    const slot = await takeSlot(db, { ...wanted, zone: rows[0]!.zone, who: STRANGER, now, moment: now, chosen })
    const { holdMinutes } = await readSettings(db)
    const held = (await mayHold(db, wanted.doctorId, network, now)) ? new Date(now + holdMinutes * 60_000) : null
    const id = newId(now)
    await db.query(
      `insert into guest_booking (id, browser_hash, network, host_clinic, doctor_id, clinic_id, type, during, price, currency, held_until, data, made_at, expires_at,
         visit_type_id, buffer_before, buffer_after)
       values ($1, $2, $3, $4, $5, $6, $7, tstzrange($8, $9, '[)'), $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [
        id,
        browserHash,
        network,
        hostClinic,
        wanted.doctorId,
        slot.clinicId,
        slot.type,
        slot.start,
        slot.end,
        slot.price,
        slot.currency,
        held,
        JSON.stringify(data),
        new Date(now),
        new Date(now + GUEST_MINUTES * 60_000),
        visitTypeId,
        visitType?.bufferBefore ?? 0,
        visitType?.bufferAfter ?? 0,
      ],
    )
    return id
  })
}

async function mayHold(db: Db, doctorId: string, network: string, now: number): Promise<boolean> {
  const { rows } = await db.query<{ here: number; there: number }>(
    `select (select count(*)::int from guest_booking where network = $2 and held_until > $3) as here,
            (select count(*)::int from guest_booking where doctor_id = $1 and held_until > $3) as there`,
    [doctorId, network, new Date(now)],
  )
  const { here, there } = rows[0]!
  return here < MOST_HELD_BY_NETWORK && there < MOST_HELD_OF_DOCTOR
}

/** Times that strangers keep at once: of one network, and of one doctor. */
export const MOST_HELD_BY_NETWORK = 3
export const MOST_HELD_OF_DOCTOR = 6

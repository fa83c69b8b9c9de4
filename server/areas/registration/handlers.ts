import { newId } from '../../../contract/kernel/id.ts'
import type { Refusal } from '../../../contract/calls.ts'
import type { Registration } from '../../../contract/registration/registration.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'
import { writeTo } from '../message/write-to.ts'
import { reachOf } from '../../identity/links.ts'

/** Registrations on a private clinic's host; whose they are and what becomes of them is the database's to say (0067). */
export const registrationHandlers: Area<'registration'> = {
  'registration.list': async (_, { db, now }) => {
    const { rows } = await db.query<Registration>('select * from registrations_waiting($1)', [new Date(now)])
    return { status: true, registrations: rows }
  },

  'registration.accept': async ({ id, patientId }, { db, deps, now, refuse, record, after }) => {
    const own = newId(now)
    const { rows } = await db.query<{ why: Refusal<'registration.accept'> | null }>(
      'select registration_accept($1, $2, $3, $4) as why',
      [id, patientId ?? null, own, new Date(now)],
    )
    if (rows[0]?.why) return refuse(rows[0].why)
    const whose = patientId ?? own
    record({ object: { table: 'person', id: whose } })
    const reach = await reachOf(db, whose)
    await writeTo(db, deps.publicUrl(), reach, {
      template: 'account_active',
      path: reach?.type === 'doctor' ? '/doctor-login' : '/patient-login',
      now,
    })
    const rooms = await roomsOf(db, [{ table: reach?.type === 'doctor' ? 'doctor' : 'patient', id: whose }])
    after(async () => {
      deps.sendSoon()
      deps.poke(rooms)
    })
    return { status: true }
  },

  'registration.decline': async ({ id }, { db, now, refuse, record }) => {
    const { rows } = await db.query<{ why: Refusal<'registration.decline'> | null }>(
      'select registration_decline($1, $2) as why',
      [id, new Date(now)],
    )
    if (rows[0]?.why) return refuse(rows[0].why)
    record({ object: { table: 'person', id } })
    return { status: true }
  },
}

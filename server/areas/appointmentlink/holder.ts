import { isOurs, visitIn } from '../appointment/link-token.ts'
import { asServer } from '../../db/owner.ts'
import { meaningOfHost } from '../../identity/host.ts'
import { reachOf } from '../../identity/links.ts'
import { patientByLink } from '../../identity/session-store.ts'
import type { Origin, Who } from '../../identity/who.ts'
import type { Outside } from '../../http/handler.ts'
import { Refused } from '../../kernel/refused.ts'

/** The appointment behind a token, and its patient, as whom the token's holder acts. */
export type Holder = { readonly visitId: string; readonly patient: Who }

type Needs = Pick<Outside<'appointmentlink.open'>, 'deps' | 'now'> & { readonly origin: Origin }

/**
 * The patient behind a message's address. On another clinic's host the address is unknown; it is no longer valid if it
 * was sent to a contact the patient has given up; it ends with the appointment.
 */
export async function holderOf({ deps, origin, now }: Needs, token: string): Promise<Holder> {
  const visitId = visitIn(token)
  const { rows } = await deps.pool.query<Facts>(FACTS, [visitId])
  const visit = rows[0]
  const host = await meaningOfHost(deps, origin.host)
  const isHere =
    host.kind === 'platform' ? !visit?.private : host.kind === 'clinic' && host.clinic.id === visit?.clinic_id
  if (!visit?.patient_id || !isHere) throw new Refused('appointmentlink_not_found')
  const patientId = visit.patient_id
  const reach = await asServer(deps.pool, (db) => reachOf(db, patientId))
  if (!reach?.recipient || !isOurs(deps.vault, token, reach.recipient)) throw new Refused('appointmentlink_not_found')
  if (visit.ends_at.getTime() + AFTER_MS <= now) throw new Refused('appointmentlink_over')
  const patient = await patientByLink(deps.pool, patientId)
  if (!patient) throw new Refused('appointmentlink_not_found')
  return { visitId, patient }
}

type Facts = {
  readonly patient_id: string | null
  readonly clinic_id: string | null
  readonly ends_at: Date
  readonly private: boolean
}

/**
 * A meeting's room stays open this long after its end, and a patient on the way may look up the address a little late.
 */
const AFTER_MS = 60 * 60_000
const FACTS = `select a.patient_id, a.clinic_id, a.ends_at, coalesce(c.private, false) as private
  from appointment a left join clinic c on c.id = a.clinic_id where a.id = $1`

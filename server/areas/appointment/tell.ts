import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { GeneralSettings } from '../../../contract/setting/setting.ts'
import { otherDoctorIn, termsIn } from '../../../contract/appointment/terms.ts'
import { remindAt } from '../../../contract/notification/reminder.rules.ts'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import type { BookedType } from '../../../contract/visittype/visittype.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { APPOINTMENT_LINK_PATH } from '../../../contract/appointmentlink/appointmentlink.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { wayTo } from '../../../contract/clinic/clinic.way.ts'
import type { Ctx, Deps } from '../../http/handler.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { writeTo } from '../message/write-to.ts'
import { behindSignIn, reachOf, type Reach } from '../../identity/links.ts'
import { linkToken } from './link-token.ts'
import { readSettings } from '../setting/read.ts'

export type ToldVisit = Pick<Appointment, 'id' | 'patientId' | 'start' | 'zone' | 'type'>
type Needs = Pick<Ctx<'appointment.book'>, 'db' | 'now'> & { readonly deps: Pick<Deps, 'publicUrl' | 'vault'> }

/**
 * Writes to the patient of a visit, by mail or without an address by SMS, in the same transaction: at once that it was
 * booked, moved, cancelled or has lapsed unpaid, and its reminders for later (rules 63–66). Messages queued for another
 * time of the visit are void by then (migration 0027). A patient who moves or cancels their own visit is written to as
 * well, since their last letter holds the old time (decision 0142); a visit that has begun gets no letter. For a card
 * payment the letter goes once it is paid (server/jobs/send-messages.ts).
 */
export async function tellPatient(
  ctx: Needs,
  visit: ToldVisit,
  what: 'booked' | 'moved' | 'cancelled' | 'lapsed',
  { otherDoctor = false } = {},
): Promise<void> {
  const { db, now, deps } = ctx
  const start = Date.parse(visit.start)
  if (start <= now) return
  const reach = await reachOf(db, visit.patientId)
  if (!reach?.recipient) return
  const { rows } = await db.query<Facts>(OF, [visit.id, visit.patientId])
  const facts = rows[0]
  // no one travels to a video appointment
  const at = visit.type === 'online' || !facts?.at ? undefined : facts.at
  const letter = (template: Template, path: string, { terms, ...more }: More = {}) => ({
    template,
    path,
    args: {
      when: sayWhen(visit, facts?.zone ?? null),
      doctor: facts?.doctor ?? '',
      place: at ? placeOf(at) : '',
      map: wayTo(at) ?? '',
      code: facts?.code ?? '',
      ...(terms && { terms }),
    },
    house: facts?.clinic ?? null,
    panelUrl: facts?.panel ?? null,
    of: { patientId: visit.patientId, clinicId: facts?.clinic_id ?? null },
    visitId: visit.id,
    now,
    notAfter: start,
    ...more,
  })
  if (what === 'cancelled' || what === 'lapsed')
    return void (await writeTo(
      db,
      deps.publicUrl(),
      reach,
      letter(`visit_${what}`, behindSignIn(reach, '/appointment/new')),
    ))
  const page = `${APPOINTMENT_LINK_PATH}#${linkToken(deps.vault, visit.id, reach.recipient)}`
  const settings = await readSettings(db)
  const instructions = textIn(facts?.instructions ?? [], reach.lang)
  const another = otherDoctor ? `${otherDoctorIn(reach.lang)}\n\n` : ''
  await writeTo(
    db,
    deps.publicUrl(),
    reach,
    letter(`visit_${what}`, page, {
      terms: `${another}${instructions && `${instructions}\n\n`}${termsIn(reach.lang, visit, settings, now)}`,
    }),
    ...remindersOf(visit, reach, settings, now).map(({ hours, at: due }) =>
      letter('visit_reminder', page, { at: due, key: `visit:${visit.id}:${visit.start}:${hours}:${reach.channel}` }),
    ),
  )
}

type More = { readonly key?: string; readonly at?: number; readonly terms?: string }

/** Rule 63: reminders that are still due. Quiet hours apply only to SMS. */
function remindersOf(
  { start, zone }: ToldVisit,
  { channel }: Reach,
  { reminderHours, quietFrom, quietTo }: GeneralSettings,
  now: number,
) {
  const quiet = channel === 'sms' ? { from: quietFrom, to: quietTo } : null
  return [...new Set(reminderHours)]
    .map((hours) => ({ hours, at: remindAt(Date.parse(start), hours, zone, quiet) }))
    .filter(({ at }) => at > now)
}

type Facts = {
  readonly clinic_id: string | null
  readonly clinic: string | null
  readonly panel: string | null
  readonly zone: string | null
  readonly doctor: string | null
  /** Where it is; null if the visit belongs to no clinic (any more). */
  readonly at: Pick<Clinic, 'address' | 'city' | 'location'> | null
  readonly code: string | null
  /** What the type of visit tells patients. */
  readonly instructions: BookedType['instructions'] | null
}
const OF = `select a.clinic_id, c.name as clinic, clinic_link_host(c.id) as panel, person_zone($2) as zone, a.check_in_code as code, a.visit_type->'instructions' as instructions,
    nullif(trim(concat_ws(' ', d.title, d.name)), '') as doctor, case when c.id is not null then jsonb_build_object('address', c.address, 'city', c.city, 'location', c.location) end as at
  from appointment a left join clinic c on c.id = a.clinic_id and c.active left join doctor_row d on d.id = a.doctor_id where a.id = $1`

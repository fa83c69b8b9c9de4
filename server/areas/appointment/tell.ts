import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { GeneralSettings } from '../../../contract/setting/setting.ts'
import { otherDoctorIn, termsIn } from '../../../contract/appointment/terms.ts'
import { remindAt } from '../../../contract/notification/reminder.rules.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import type { Ctx } from '../../http/handler.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { writeTo } from '../message/write-to.ts'
import { reachOf, type Reach } from '../../identity/links.ts'
import { readSettings } from '../setting/read.ts'

export type ToldVisit = Pick<Appointment, 'id' | 'patientId' | 'start' | 'zone' | 'type'>
type Needs = Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now' | 'deps'>

/**
 * Writes to the patient of a visit, by mail or where they have none by SMS, in the same transaction: at once that it was booked, moved or
 * cancelled, and its reminders for later (rules 63–66). What was queued for another time of it is void by then (migration 0027). Who
 * cancels or moves a visit of their own has been told by the screen; a visit that has begun is not written about.
 */
export async function tellPatient(
  ctx: Needs,
  visit: ToldVisit,
  what: 'booked' | 'moved' | 'cancelled',
  { otherDoctor = false } = {},
): Promise<void> {
  const { db, who, now, deps } = ctx
  const start = Date.parse(visit.start)
  if (start <= now) return
  const reach = await reachOf(db, visit.patientId)
  if (!reach?.recipient) return
  const { rows } = await db.query<Facts>(OF, [visit.id, visit.patientId])
  const its = rows[0]
  const letter = (template: Template, path: string, { terms, ...more }: More = {}) => ({
    template,
    path,
    args: {
      when: sayWhen(visit, its?.zone ?? null),
      // nobody goes anywhere for an appointment by video
      place: visit.type === 'online' ? '' : (its?.place ?? ''),
      code: its?.code ?? '',
      ...(terms && { terms }),
    },
    house: its?.clinic ?? null,
    panelUrl: its?.panel ?? null,
    of: { patientId: visit.patientId, clinicId: its?.clinic_id ?? null },
    visitId: visit.id,
    now,
    notAfter: start,
    ...more,
  })
  const page = `/appointment/${visit.id}`
  const isOwn = who.id === visit.patientId
  const settings = what === 'cancelled' ? null : await readSettings(db)
  const letters =
    settings === null
      ? isOwn
        ? []
        : [letter('visit_cancelled', '/appointment/new')]
      : [
          ...(what === 'booked' || !isOwn
            ? [
                letter(`visit_${what}`, page, {
                  terms:
                    (otherDoctor ? `${otherDoctorIn(reach.lang)}\n\n` : '') + termsIn(reach.lang, visit, settings, now),
                }),
              ]
            : []),
          ...remindersOf(visit, reach, settings, now).map(({ hours, at }) =>
            letter('visit_reminder', page, { at, key: `visit:${visit.id}:${visit.start}:${hours}:${reach.channel}` }),
          ),
        ]
  await writeTo(db, deps.publicUrl(), reach, ...letters)
}

type More = { readonly key?: string; readonly at?: number; readonly terms?: string }

/** Rule 63: those whose time is still to come. Quiet hours are for SMS alone. */
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
  readonly place: string | null
  readonly code: string | null
}
const OF = `select a.clinic_id, c.name as clinic, clinic_link_host(c.id) as panel, person_zone($2) as zone, nullif(concat_ws(', ', nullif(c.address, ''), case when strpos(coalesce(c.address, ''), c.city) = 0 then c.city end), '') as place, a.check_in_code as code
  from appointment a left join clinic c on c.id = a.clinic_id and c.active where a.id = $1`

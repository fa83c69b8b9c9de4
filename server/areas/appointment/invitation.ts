import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { eventUid } from '../../../contract/kernel/event-uid.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import type { Db } from '../../db/pool.ts'
import { oneLine } from '../../ical/one-line.ts'

/** A visit as a mail's calendar part (RFC 5546). */
export type Invitation = { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }

type Letter = {
  readonly visitId: string | null
  readonly template: Template
  readonly lang: Language
  readonly to: string
  /** The mail's own address, which the reader's calendar shows as organizer. */
  readonly sender: string
  /**
   * The mail's own link, whose host the visit's page is on. Only the host is used, since the link itself must not reach
   * people with whom a calendar is shared.
   */
  readonly link: string
}

/**
 * The visit of a letter for the reader's calendar, as it is when the mail goes: one UID for ever, a SEQUENCE that grows
 * with each change, instants in UTC, and no content but clinic, doctor and place (rule 66). Null if the letter is not
 * about a visit's time, or cancels what was never sent.
 */
export async function invitationOf(db: Db, { visitId, template, ...letter }: Letter): Promise<Invitation | null> {
  const method = METHODS[template]
  if (!method || !visitId) return null
  const { rows } = await db.query<Visit>(OF, [visitId])
  const visit = rows[0]
  if (!visit || (method === 'CANCEL' && !visit.invited)) return null
  return { method, content: textOf(visit, method, letter) }
}

function textOf(
  visit: Visit,
  method: Invitation['method'],
  { lang, to, sender, link }: Omit<Letter, 'visitId' | 'template'>,
) {
  const isOn = method === 'REQUEST'
  const calendar = ical({
    prodId: { company: 'Bedside', product: 'Calendar', language: 'EN' },
    method: isOn ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
  })
  calendar.createEvent({
    id: eventUid(visit.id),
    sequence: visit.version,
    stamp: visit.changedAt,
    start: visit.start,
    end: visit.end,
    summary: oneLine([WORD[lang], visit.house, visit.doctor].filter(Boolean).join(' · ')),
    location: visit.type === 'online' || !visit.at ? null : oneLine(placeOf(visit.at)),
    ...(URL.canParse(link) && { url: `${new URL(link).origin}/appointment/${visit.id}` }),
    status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    organizer: { name: oneLine(visit.house), email: sender },
    // no one is asked to reply, since no one reads the mailbox
    attendees: [{ email: to, rsvp: false, status: isOn ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.DECLINED }],
  })
  return calendar.toString()
}

type Visit = Pick<Appointment, 'id' | 'version' | 'type'> & {
  readonly start: Date
  readonly end: Date
  readonly changedAt: Date
  readonly house: string
  readonly doctor: string | null
  readonly at: Pick<Clinic, 'address' | 'city'> | null
  /** Whether a letter has been sent from which a calendar may have taken the visit. */
  readonly invited: boolean
}

const METHODS: Partial<Readonly<Record<Template, Invitation['method']>>> = {
  visit_booked: 'REQUEST',
  visit_moved: 'REQUEST',
  visit_cancelled: 'CANCEL',
  visit_lapsed: 'CANCEL',
}

const WORD: Readonly<Record<Language, string>> = { tr: 'Randevu', en: 'Appointment', de: 'Termin', ru: 'Приём' }

const OF = `select a.id, a.version, a.type, a.starts_at as start, a.ends_at as "end", a.updated_at as "changedAt", coalesce(c.name, 'Bedside') as house,
    nullif(trim(concat_ws(' ', d.title, d.name)), '') as doctor, case when c.id is not null then jsonb_build_object('address', c.address, 'city', c.city) end as at,
    exists (select from message m where m.appointment_id = a.id and m.template in ('visit_booked', 'visit_moved') and m.state = 'sent') as invited
  from appointment a left join clinic c on c.id = a.clinic_id and c.active left join doctor_row d on d.id = a.doctor_id where a.id = $1`

import type { Template } from '../../../contract/email/email.templates.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'

/**
 * Messages that could not be delivered lately, each for another reason, for the superadmin to settle (SCREENS B22).
 * None belongs to a private clinic.
 */
export function undeliveredRows(people: People, plan: Plan) {
  const persons = new Map(people.persons.map((person) => [person.id, person]))
  const open = plan.clinics.filter((clinic) => clinic.cast && !clinic.private)
  return open.flatMap((clinic, i) => {
    const fault = FAULTS[i % FAULTS.length]!
    const person = people.patientsOf[clinic.index]!.slice(1)
      .map(({ id }) => persons.get(id))
      .find((each) => each?.email)
    if (!person) return []
    const ended = plan.now - (i + 1) * 5 * HOUR
    return {
      id: demoId('message', i + 1),
      channel: fault.channel,
      recipient: fault.channel === 'mail' ? person.email : person.phone,
      lang: person.lang,
      template: fault.template,
      args: {
        name: person.name,
        house: clinic.name,
        amount: '250,00 ₺',
        when: '10:00',
        link: 'https://demo.bedside.test/',
      },
      state: 'dead',
      failure: fault.reason,
      tries: fault.tries,
      next_try_at: new Date(ended).toISOString(),
      made_at: new Date(ended - 15 * HOUR).toISOString(),
      ended_at: new Date(ended).toISOString(),
      patient_id: person.id,
      clinic_id: clinic.id,
    }
  })
}

/** A template with the platform's own text. */
export const WRITTEN_LETTER = {
  template: 'payment_awaited' satisfies Template,
  tr: {
    subject: '{house}: ödemenizi bekliyoruz',
    content:
      'Sayın {name},\n\n{amount} tutarındaki ödemeniz henüz bize ulaşmadı. Ödediyseniz bu mesajı dikkate almayın.\n\nÖdeme yolları ve son gün:\n\n{link}',
    sms: '{house}: {amount} ödemeniz bekleniyor: {link}',
  },
}

const HOUR = 3_600_000
const FAULTS = [
  { channel: 'mail', template: 'visit_booked', reason: 'refused', tries: 1 },
  { channel: 'sms', template: 'payment_received', reason: 'unreachable', tries: 8 },
  { channel: 'mail', template: 'payment_to_wallet', reason: 'unreachable', tries: 8 },
  { channel: 'mail', template: 'payment_received', reason: 'refused', tries: 1 },
] as const satisfies readonly { channel: 'mail' | 'sms'; template: Template; reason: string; tries: number }[]

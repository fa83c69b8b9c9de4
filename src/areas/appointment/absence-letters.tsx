import { Trans } from '@lingui/react/macro'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { termsIn } from '../../../contract/appointment/terms.ts'
import { writeLetter } from '../../../contract/email/email.link.ts'
import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { wayTo } from '../../../contract/clinic/clinic.way.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { visitWords } from '../../../contract/email/email.visit.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useClinics } from '../clinic/queries.ts'
import { lettersOf, useEmails } from '../email/queries.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'

/** Previews of the letters that patients get: the first one moved and the first one cancelled. */
export function AbsenceLetters({
  moved,
  cancelled,
  facts,
}: {
  moved: { readonly visit: ShownVisit; readonly slot: Slot } | undefined
  cancelled: ShownVisit | undefined
  facts: VisitFacts
}) {
  if (!moved && !cancelled) return null
  return (
    <details className="absence-letters">
      <summary>
        <Trans>What the patients are told</Trans>
      </summary>
      <p className="sm">
        <Trans>
          Each gets it in their own language, by email, or by SMS where there is no email, as soon as the change has
          been sent. The message names no reason; the patient sees it on the appointment’s page.
        </Trans>
      </p>
      {moved && <Letter template="visit_moved" visit={{ ...moved.visit, start: moved.slot.start }} facts={facts} />}
      {cancelled && <Letter template="visit_cancelled" visit={cancelled} facts={facts} />}
    </details>
  )
}

function Letter({
  template,
  visit,
  facts,
}: {
  template: Template & keyof typeof visitWords
  visit: ShownVisit
  facts: VisitFacts
}) {
  const { settings, now } = useDevice()
  const language = useLanguage()
  const clinic = useClinics()?.get(visit.clinicId ?? '')
  // an admin's device holds the platform's own texts; a desk's preview uses the built-in ones
  const own = useEmails()?.find((email) => email.template === template)
  const words = own ? lettersOf(own)[language] : visitWords[template][language]
  const { subject, content } = writeLetter(template, language, words, {
    name: visit.patientName,
    house: facts.clinicOf(visit) ?? 'Bedside',
    when: sayWhen(visit, visit.zone),
    doctor: facts.doctorOf(visit).name,
    // as in the letter itself: no one travels to a video appointment
    place: visit.type === 'online' || !clinic ? '' : placeOf(clinic),
    map: (visit.type === 'online' ? null : wayTo(clinic)) ?? '',
    code: visit.checkInCode ?? '',
    terms: template === 'visit_moved' ? termsIn(language, visit, settings, now()) : '',
    link: `${location.origin}/appointment/${template === 'visit_moved' ? visit.id : 'new'}`,
  })
  return (
    <article className="absence-letter" lang={language}>
      <h3>{subject}</h3>
      {content
        .trim()
        .split(/\n{2,}/)
        .map((paragraph, index) => (
          // a paragraph's only identity is its position
          <p key={index}>{paragraph}</p>
        ))}
    </article>
  )
}

import { Trans } from '@lingui/react/macro'
import { useLanguage } from '../../i18n/locale.ts'
import { Note } from '../../ui/note.tsx'
import { useClinics } from '../clinic/queries.ts'
import { datesOf, daysInWords, spanOf } from './hours-spans.ts'
import type { ShownHours } from './queries.ts'

/** The doctor's hours that the typed ones overlap (rule 8). */
export function HoursInTheWay({ others, tried }: { others: readonly ShownHours[]; tried: boolean }) {
  const language = useLanguage()
  const clinics = useClinics()
  if (others.length === 0) return null
  return (
    <Note tone="conflict" alert={tried}>
      <Trans>The doctor already has hours at this time:</Trans>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            {daysInWords(other.days, language)} {spanOf(other)}, {datesOf(other)}
            {clinics?.get(other.clinicId ?? '') ? `, ${clinics.get(other.clinicId ?? '')!.name}` : ''}
          </li>
        ))}
      </ul>
    </Note>
  )
}

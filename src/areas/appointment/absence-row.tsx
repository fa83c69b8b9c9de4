import { Trans, useLingui } from '@lingui/react/macro'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Plan } from './absence.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { VisitLink } from './visit-row.tsx'
import { listedStart } from './visit-wall.ts'
import { PaymentWord, VisitTime, VisitType } from './visit-words.tsx'

/** One appointment affected by an absence or a closure: time, patient, money, and its plan. `times` are those it may be moved to. */
export function AbsenceRow({
  visit,
  facts,
  doctor,
  plan,
  times,
  onPlan,
}: {
  visit: ShownVisit
  facts: VisitFacts
  /** Named where the list has several. */
  doctor: string | null
  plan: Plan
  times: readonly Slot[]
  onPlan: (plan: Plan) => void
}) {
  const { t } = useLingui()
  const { patientName } = visit
  const clinic = facts.clinicOf(visit)
  return (
    <li data-state={plan.fate === 'move' && !plan.slot ? 'undecided' : undefined}>
      <VisitTime visit={visit} date />
      <span className="close-who">
        <b>
          <VisitLink visit={visit} name={patientName} />
        </b>
        <span className="sm dim">
          {doctor ? `${doctor} · ` : clinic && `${clinic} · `}
          <VisitType type={visit.type} /> · <PaymentWord visit={visit} />
        </span>
      </span>
      <span className="absence-fate">
        <Segmented
          label={t`Outcome: ${patientName}`}
          value={plan.fate}
          options={[
            { value: 'leave', label: <Trans context="a doctor is away">Leave</Trans> },
            { value: 'move', label: <Trans context="a doctor is away">Move</Trans> },
            { value: 'cancel', label: <Trans context="a doctor is away">Cancel</Trans> },
          ]}
          onChange={(fate) => onPlan(fate === 'move' ? { fate, slot: times[0] ?? null } : { fate })}
        />
        {plan.fate === 'move' && (
          <NativeSelect
            aria-label={t`New time: ${patientName}`}
            value={plan.slot?.start ?? ''}
            onChange={({ target }) =>
              onPlan({ fate: 'move', slot: times.find(({ start }) => start === target.value) ?? null })
            }
          >
            <option value="">{times.length > 0 ? t`Choose a time` : t`No free time is known`}</option>
            {times.map((slot) => (
              <option key={slot.start} value={slot.start}>
                {listedStart(slot)}
              </option>
            ))}
          </NativeSelect>
        )}
      </span>
    </li>
  )
}

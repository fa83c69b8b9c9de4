import { Trans } from '@lingui/react/macro'
import type { ShownVisit } from '../appointment/queries.ts'
import { useVisitFacts } from '../appointment/visit-facts.ts'
import type { VisitAction } from '../appointment/visit-acts.tsx'
import { ChangeMark, StateBadge, UndoButton } from '../appointment/visit-row.tsx'
import { ClinicWord, PaymentWord, VisitTime, VisitType } from '../appointment/visit-words.tsx'
import { formatMinutes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { Sheet } from '../../ui/dialog.tsx'

/** One visit of the calendar with its acts, including a way to move it without a pointer. */
export function VisitSheet({
  visit,
  actionsOf,
  onClose,
}: {
  visit: ShownVisit
  actionsOf: (
    visit: ShownVisit,
    context?: ReturnType<ReturnType<typeof useVisitFacts>['context']>,
  ) => readonly VisitAction[]
  onClose: () => void
}) {
  const language = useLanguage()
  const facts = useVisitFacts([visit])
  const patient = facts.patientOf(visit)
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={visit.patientName}
      description={
        <span className="row wrap">
          <StateBadge visit={visit} facts={facts} since />
          <ChangeMark visit={visit} />
          <UndoButton visit={visit} />
        </span>
      }
    >
      <KeyValues
        items={[
          {
            key: <Trans>Time</Trans>,
            value: (
              <VisitTime visit={visit} date>
                {' '}
                · {formatMinutes(visit.duration, language)}
              </VisitTime>
            ),
          },
          { key: <Trans>Online or in person</Trans>, value: <VisitType type={visit.type} /> },
          { key: <Trans>Clinic</Trans>, value: <ClinicWord name={facts.clinicOf(visit)} /> },
          ...(patient?.phone
            ? [{ key: <Trans>Phone</Trans>, value: <a href={`tel:${patient.phone}`}>{patient.phone}</a> }]
            : []),
          ...(visit.patientNote ? [{ key: <Trans>The patient’s note</Trans>, value: visit.patientNote }] : []),
          { key: <Trans>Payment</Trans>, value: <PaymentWord visit={visit} /> },
        ]}
      />
      <ul className="cal-acts">
        {actionsOf(visit, facts.context(visit)).map((act) => (
          <li key={act.id}>
            <Button
              block
              look={act.danger ? 'danger' : 'default'}
              whyDisabled={act.whyDisabled}
              onClick={() => {
                onClose()
                act.onSelect?.()
              }}
            >
              {act.icon}
              {act.label}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

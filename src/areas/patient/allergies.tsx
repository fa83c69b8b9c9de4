import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { allergyState } from '../../../contract/patient/allergy.rules.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { AllergyDialog } from './allergy-dialog.tsx'
import { usePatient } from './queries.ts'

type Card = Pick<Patient, 'id' | 'name' | 'allergies' | 'noAllergies' | 'allergiesAt' | 'allergiesBy'>

/**
 * A patient's allergies in one of three states: listed, asked and none known, or not recorded. With `act` the answer
 * can be recorded or changed in place, also offline.
 */
export function Allergies({ card, act }: { card: Card; act?: boolean }) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const state = allergyState(card)
  if (state === 'hidden') return null
  return (
    <span className="allergies">
      {SHOWN[state](card)} <RecordedBy card={card} />
      {act && (
        <Button
          look="quiet"
          small
          aria-label={
            state === 'unrecorded' ? t`Record allergies of ${card.name}` : t`Change allergies of ${card.name}`
          }
          onClick={() => setConfirming(true)}
        >
          {state === 'unrecorded' ? <Trans>Record</Trans> : <Trans>Change</Trans>}
        </Button>
      )}
      {act && isConfirming && <AllergyDialog card={card} onClose={() => setConfirming(false)} />}
    </span>
  )
}

/**
 * The same in a frame, for places where it must be seen first: red if allergies are listed, a warning if no one has
 * asked.
 */
export function AllergyNote({ card }: { card: Card }) {
  return (
    <div className="allergy" data-state={allergyState(card)}>
      <b>
        <Trans>Allergies</Trans>
      </b>{' '}
      <Allergies card={card} act />
    </div>
  )
}

/** The allergies next to the medication advice while it is written. */
export function AllergiesOf({ patientId }: { patientId: string }) {
  const card = usePatient(patientId)
  if (card) return <AllergyNote card={card} />
  if (card === undefined) return null
  return (
    <p className="allergy" data-state="unrecorded">
      <b>
        <Trans>Allergies</Trans>
      </b>{' '}
      <Trans>The patient’s record is not on this device. Ask the patient.</Trans>
    </p>
  )
}

/** Who recorded the answer, and on which day. */
function RecordedBy({ card: { allergiesAt, allergiesBy } }: { card: Card }) {
  const { zone } = useDevice()
  if (!allergiesAt) return null
  return <span className="sm dim">({[allergiesBy, formatDate(allergiesAt, zone)].filter(Boolean).join(', ')})</span>
}

const SHOWN: Readonly<Record<'listed' | 'none' | 'unrecorded', (card: Card) => ReactNode>> = {
  listed: ({ allergies }) => (
    <span className="danger-text">
      <TriangleAlert aria-hidden="true" size={15} /> {allergies}
    </span>
  ),
  none: () => (
    <>
      <CircleCheck aria-hidden="true" size={15} /> <Trans>No known allergies</Trans>
    </>
  ),
  unrecorded: () => (
    <b>
      <CircleHelp aria-hidden="true" size={15} /> <Trans context="allergies">Not recorded</Trans>
    </b>
  ),
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { provePatient } from './commands.ts'

/**
 * Notes that no clinic has checked whose card this is, and lets staff confirm it (docs/decisions/0069). Admins meet no
 * patients and cannot.
 */
export function UnprovedNote({ card, onProved }: { card: Patient; onProved: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [busy, setBusy] = useState(false)
  if (!card.unproved) return null

  async function prove() {
    setBusy(true)
    const outcome = await provePatient(device, card.id)
    setBusy(false)
    if (outcome.kind === 'done') {
      showToast({ kind: 'saved', title: t`Identity checked: ${card.name}` })
      return onProved()
    }
    showToast({
      kind: 'failed',
      title:
        outcome.kind === 'refused' && outcome.code === 'patient_exists'
          ? t`Another record has this identity number. Compare the two before you continue.`
          : words(outcome),
    })
  }
  return (
    <Note tone="waiting" title={<Trans>Identity not checked</Trans>}>
      <p>
        <Trans>
          This patient registered or changed the identity number by themselves. Look at their paper before you give them
          anything of a patient you know.
        </Trans>
      </p>
      <Missing card={card} />
      {device.person.type !== 'admin' && (
        <Button
          small
          aria-busy={busy || undefined}
          whyDisabled={offline ? t`You need to be online to do this.` : null}
          onClick={() => void prove()}
        >
          <Trans>I have seen the paper: it is this patient</Trans>
        </Button>
      )}
    </Note>
  )
}

/**
 * What a patient who registered was not asked for, to be copied from their document (docs/decisions/0132); the form for
 * it is next to this.
 */
function Missing({ card: { birthDate, hasIdentity } }: { card: Patient }) {
  if (birthDate && hasIdentity) return null
  return (
    <p>
      {birthDate ? (
        <Trans>Not recorded yet: identity number.</Trans>
      ) : hasIdentity ? (
        <Trans>Not recorded yet: birth date.</Trans>
      ) : (
        <Trans>Not recorded yet: birth date and identity number.</Trans>
      )}
    </p>
  )
}

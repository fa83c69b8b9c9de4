import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { repointPatient } from '../../screen/commands-waiting.ts'
import { useEntriesOf } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { LinkExisting } from './link-existing.tsx'
import type { ChosenPatient } from './chosen-patient.ts'
import { findPatient } from './queries.ts'

/**
 * Shows the server's refusal of a patient added here, mostly because phone or identity belong to a known patient (rule
 * 60). Draws nothing if there is none.
 */
export function KnownAlready({ patientId, onKnown }: { patientId: string; onKnown: (patient: ChosenPatient) => void }) {
  const { i18n } = useLingui()
  const device = useDevice()
  const [busy, setBusy] = useState(false)
  const entry = useEntriesOf(`patient:${patientId}`)?.find(
    (each) => each.call === 'patient.add' && each.state === 'parked',
  )
  if (!entry) return null
  const known = entry.problem?.details['id']
  const use = async (id: string) => {
    setBusy(true)
    const card = await findPatient(device, id)
    setBusy(false)
    if (!card) return
    await repointPatient(device, entry, id)
    onKnown(card)
  }
  return (
    <Note tone="failed" alert title={i18n._(messages[entry.problem?.code ?? 'unknown_error'])}>
      {typeof known === 'string' ? (
        <>
          <Trans>What is waiting for the new record moves to the existing patient.</Trans>
          <div>
            <Button small aria-busy={busy || undefined} onClick={() => void use(known)}>
              <Trans>Use the existing patient</Trans>
            </Button>
          </div>
        </>
      ) : entry.problem?.code === 'patient_exists' && device.person.type !== 'admin' ? (
        <LinkExisting entry={entry} onLinked={onKnown} />
      ) : (
        <Link to="/sync" search={{ tab: 'attention', entry: entry.id }}>
          <Trans>Decide in the sync centre</Trans>
        </Link>
      )}
    </Note>
  )
}

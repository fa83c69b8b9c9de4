import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { PatientValues } from './form-values.ts'
import { useAgeWords } from './patient-words.tsx'
import { searchPatients, useAllPatients } from './queries.ts'

type Known = Pick<Patient, 'id' | 'name' | 'phone' | 'birthDate' | 'gender'>

/** Milliseconds to wait for the server; it refuses later if need be. */
const LATE_MS = 2500

/**
 * Finds who already has this phone or identity (rule 60): the phone among this device's cards, both on the server
 * before a new card is sent. `look` returns whether someone was found.
 */
export function useSameContact({ phone, identity }: PatientValues, except: string | undefined) {
  const cards = useAllPatients()
  const offline = useIsOffline()
  const [serverCard, setServerCard] = useState<{ readonly of: string; readonly card: Known } | null>(null)
  const of = `${phone}|${identity.identity}`
  const localCard = phone ? cards?.find((card) => card.phone === phone && card.id !== except) : undefined
  const known: Known | null = localCard ?? (serverCard?.of === of ? serverCard.card : null)
  async function look(): Promise<boolean> {
    if (known) return true
    if (offline) return false
    for (const [typed, isIt] of [
      [phone, (card: Known) => card.phone === phone],
      [identity.identity.trim(), () => true],
    ] as const) {
      if (!typed) continue
      const late = new Promise<null>((resolve) => setTimeout(resolve, LATE_MS, null))
      const outcome = await Promise.race([searchPatients(typed), late])
      const card =
        outcome?.kind === 'done' ? outcome.reply.patients.find((each) => each.id !== except && isIt(each)) : null
      if (card) {
        setServerCard({ of, card })
        return true
      }
    }
    return false
  }
  return { known, look }
}

/** The match, with a link to it, so that a patient gets no second card. */
export function SameContact({ known, onUse }: { known: Known; onUse: (id: string) => void }) {
  const ageOf = useAgeWords()
  return (
    <Note tone="failed" alert title={<Trans>This phone or identity number is {known.name}’s</Trans>}>
      <p>{[ageOf(known), known.phone].filter(Boolean).join(' · ')}</p>
      <p>
        <Trans>There is already a record for this patient. Use that record, or enter another number.</Trans>
      </p>
      <Button small onClick={() => onUse(known.id)}>
        <Trans>Use {known.name}</Trans>
      </Button>
    </Note>
  )
}

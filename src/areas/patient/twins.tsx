import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useAgeWords } from './patient-words.tsx'
import { findTwins, useAllPatients } from './queries.ts'

type Twin = Pick<Patient, 'id' | 'name' | 'phone' | 'birthDate' | 'gender'>

/**
 * Cards that may be the same person: by name, birth date and phone from this device, by identity from the server. Desk
 * and admins merge them here (SCREENS B7). Draws nothing if there are none.
 */
export function Twins({ card, onChanged }: { card: Twin; onChanged: () => void }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const ageOf = useAgeWords()
  const [merging, setMerging] = useState<Twin | null>(null)
  const [merged, setMerged] = useState<ReadonlySet<string>>(new Set())
  const phoneOf = usePhoneWords()
  const aboutOf = (twin: Twin) => [ageOf(twin), twin.phone && phoneOf(twin.phone)].filter(Boolean).join(' · ')
  const localTwins = useTwinsHere(card)
  const serverTwins = useTwinsThere(card.id)
  const all = [...new Map([...localTwins, ...serverTwins].map((twin) => [twin.id, twin])).values()].filter(
    ({ id }) => !merged.has(id),
  )
  if (all.length === 0) return null
  return (
    <div className="whole">
      <Note tone="to-close" title={<Trans>Possible duplicate</Trans>}>
        <p>
          <Trans>
            Phone, identity number, or name and date of birth are the same. Compare the records before you save.
          </Trans>
        </p>
        <ul className="twins">
          {all.map((twin) => (
            <li key={twin.id} className="row wrap">
              <span className="grow">
                <Link to="/patient/$id" params={{ id: twin.id }} search={{}}>
                  {twin.name}
                </Link>{' '}
                <span className="dim sm">{aboutOf(twin)}</span>
              </span>
              {person.type !== 'doctor' && (
                <Button
                  small
                  whyDisabled={offline ? t`You need to be online to do this.` : null}
                  showWhy={false}
                  onClick={() => setMerging(twin)}
                >
                  <Merge />
                  <Trans>Merge records</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Note>
      {merging && (
        <MergeDialog
          stays={{ ...card, about: aboutOf(card) }}
          goes={{ ...merging, about: aboutOf(merging) }}
          onClose={() => setMerging(null)}
          onMerged={() => {
            setMerged(new Set([...merged, merging.id]))
            onChanged()
          }}
        />
      )}
    </div>
  )
}

function useTwinsHere(card: Twin): readonly Twin[] {
  const cards = useAllPatients()
  return useMemo(() => {
    const name = foldText(card.name)
    return (cards ?? []).filter(
      (other) =>
        other.id !== card.id &&
        ((card.phone !== null && other.phone === card.phone) ||
          (card.birthDate !== null && other.birthDate === card.birthDate && foldText(other.name) === name)),
    )
  }, [cards, card])
}

function useTwinsThere(id: string): readonly Twin[] {
  const offline = useIsOffline()
  const [found, setFound] = useState<readonly Twin[]>([])
  useEffect(() => {
    if (offline) return
    let gone = false
    void findTwins(id).then((outcome) => {
      if (!gone && outcome.kind === 'done') setFound(outcome.reply.patients)
    })
    return () => {
      gone = true
    }
  }, [id, offline])
  return found
}

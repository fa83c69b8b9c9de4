import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Patient } from '../../contract/patient.ts'
import { foldText } from '../../contract/fold.rules.ts'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Note } from '../ui/note.tsx'
import { useAgeWords } from './patient-words.tsx'
import { findTwins, useAllPatients } from './queries.ts'

type Twin = Pick<Patient, 'id' | 'name' | 'phone' | 'birthDate' | 'gender'>

/** Cards that may be the same person: by name, birth date and phone from this device, by identity from the server. Nothing while none. */
export function Twins({ card }: { card: Twin }) {
  const ageOf = useAgeWords()
  const here = useTwinsHere(card)
  const there = useTwinsThere(card.id)
  const all = [...new Map([...here, ...there].map((twin) => [twin.id, twin])).values()]
  if (all.length === 0) return null
  return (
    <div className="whole">
      <Note tone="to-close" title={<Trans>Perhaps the same person</Trans>}>
        <p>
          <Trans>Phone, identity, or name and date of birth are the same. Please compare before you write.</Trans>
        </p>
        <ul className="twins">
          {all.map((twin) => (
            <li key={twin.id}>
              <Link to="/patient/$id" params={{ id: twin.id }} search={{}}>
                {twin.name}
              </Link>{' '}
              <span className="dim sm">{[ageOf(twin), twin.phone].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      </Note>
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

import { useDeferredValue, useEffect, useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { searchVisits } from '../../areas/appointment/queries.ts'
import { searchPatients } from '../../areas/patient/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { heldBefore, readHeld, type Held } from './queries.ts'

/**
 * What this device finds for the typed text; null during the first read. `isCurrent` is true once it matches the
 * current text, or cannot be read.
 */
export function useHeld(typed: string) {
  const device = useDevice()
  const [held, setHeld] = useState<Held | null>(() => heldBefore(device))
  const [isUnreadable, setIsUnreadable] = useState(false)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const next = await readHeld(device, () => isWanted)
      if (next) setHeld(next)
    }
    // if a database closes meanwhile, the earlier result stays
    read().catch(() => isWanted && setIsUnreadable(true))
    return () => void (isWanted = false)
    // read once per opening of the search; the device is a new object each minute
    // oxlint-disable-next-line react/exhaustive-deps
  }, [device.db])
  const words = useDeferredValue(typed)
  const found = held && {
    patients: held.patients.find(words, MOST_PATIENTS),
    visits: held.visits.find(words, MOST_VISITS),
    doctors: held.doctors.find(words, MOST_DOCTORS),
    doctorName: (id: string) => held.doctorNames.get(id) ?? '',
  }
  return { found, isCurrent: isUnreadable || (held !== null && words === typed) }
}

type OnServer = {
  readonly typed: string
  readonly patients: readonly Patient[]
  readonly visits: readonly Appointment[]
}

/**
 * What the server finds beyond this device, for staff with a network, shortly after the last letter; not stored (RULES
 * 13).
 */
export function useOnServer(typed: string, isWanted: boolean): OnServer | null {
  const { person } = useDevice()
  const offline = useIsOffline()
  const words = typed.trim()
  const asks = isWanted && !offline && person.type !== 'patient' && words.length >= FEWEST_LETTERS
  const [found, setFound] = useState<OnServer | null>(null)
  useEffect(() => {
    if (!asks) return
    let isNow = true
    const timer = setTimeout(async () => {
      const [patients, visits] = await Promise.all([
        searchPatients(words),
        searchVisits({ keyword: words.slice(0, 100), limit: 10, sort: '-start' }),
      ])
      if (!isNow) return
      setFound({
        typed: words,
        patients: patients.kind === 'done' ? patients.reply.patients.slice(0, MOST_PATIENTS) : [],
        visits: visits.kind === 'done' ? visits.reply.appointments.slice(0, MOST_VISITS) : [],
      })
    }, QUIET_MS)
    return () => {
      isNow = false
      clearTimeout(timer)
    }
  }, [asks, words])
  return asks && found?.typed === words ? found : null
}

const MOST_PATIENTS = 6
const MOST_VISITS = 6
const MOST_DOCTORS = 4
const FEWEST_LETTERS = 2
/** How long typing must pause before the server is asked. */
const QUIET_MS = 300

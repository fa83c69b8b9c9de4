import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { doctorCalls, type Doctor } from '../../../contract/doctor/doctor.ts'
import { call } from '../../api/call.ts'
import { useDevice } from '../../screen/device.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { holdsAllCards } from '../../sync/cards.ts'

/** The criteria of a search for doctors; empty ones do not narrow it. */
export type DoctorWish = {
  readonly branch: string
  readonly clinic: string
  readonly city: string
  readonly language: string
  readonly name: string
}

/** The doctors that the server has found, page by page. */
export type SearchedDoctors = {
  readonly doctors: readonly Doctor[]
  readonly clinics: ReadonlyMap<string, Clinic>
  readonly cities: readonly string[]
  readonly languages: readonly string[]
  /** The number of matches, exact up to 10,000; beyond that `isMany`. */
  readonly total: number
  readonly isMany: boolean
  /** Where the next page begins; null after the last. */
  readonly after: string | null
}

/** Whether this device holds every public card; undefined while that is read. */
export function useHoldsAllCards(): boolean | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => holdsAllCards(db), [db])
}

type Known = { readonly key: string; readonly found: SearchedDoctors | null; readonly problem: Problem | null }

/**
 * Asks the server for at least `wanted` matching doctors, by name, if this device does not hold all cards; `off` asks
 * nothing. Results of other criteria are not shown; `problem` says why the newest request has no answer.
 */
export function useSearchedDoctors(wish: DoctorWish, wanted: number, off: boolean) {
  const offline = useIsOffline()
  const key = JSON.stringify(wish)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<Known>({ key: '', found: null, problem: null })
  const known = state.key === key ? state : null
  const found = known?.found ?? null
  const isEnough = found !== null && (found.after === null || found.doctors.length >= wanted)
  useEffect(() => {
    if (off || offline || isEnough) return
    let gone = false
    // a name is typed letter by letter
    const timer = setTimeout(
      () => void askPage(wish, found).then((next) => gone || setState({ key, ...next })),
      found ? 0 : QUIET_MS,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
    // the key stands for the criteria, and the number of doctors for `found`
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, found?.doctors.length, isEnough, off, offline, round])
  const problem: Problem | null = off ? null : offline ? { kind: 'unreachable' } : (known?.problem ?? null)
  return {
    found,
    problem,
    asking: !off && !problem && !isEnough,
    again: () => setRound((n) => n + 1),
    /** The filter options of the last answer, whatever its criteria. */
    menus: state.found,
  }
}

const PAGE_SIZE = 20
const QUIET_MS = 200

/** Fetches the first page, or the one after `found`. */
async function askPage(wish: DoctorWish, found: SearchedDoctors | null): Promise<Omit<Known, 'key'>> {
  const { branch, clinic, city, language, name } = wish
  const outcome = await call(doctorCalls['doctor.list'], {
    ...(branch && { branchId: branch }),
    ...(clinic && { clinicId: clinic }),
    ...(city && { city }),
    ...(language && { language }),
    ...(name.trim() && { keyword: name.trim() }),
    ...(found?.after && { after: found.after }),
    limit: PAGE_SIZE,
    beside: true,
  })
  if (outcome.kind !== 'done') return { found, problem: outcome }
  const { doctors, clinics = [], cities = [], languages = [], total, more = false, after = null } = outcome.reply
  return {
    found: {
      doctors: [...(found?.doctors ?? []), ...doctors],
      clinics: new Map([...(found?.clinics ?? []), ...clinics.map((each) => [each.id, each] as const)]),
      cities,
      languages,
      total,
      isMany: more,
      after,
    },
    problem: null,
  }
}

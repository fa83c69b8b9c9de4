import { useCallback, useDeferredValue, useEffect, useState } from 'react'
import type { Input } from '../../../contract/calls.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { Listed, ListState } from './list-state.ts'
import type { ListedCard } from './listed-card.ts'
import { listPatients } from './queries.ts'

/** A page as the server sent it; `at` is when, in epoch ms. */
export type ServerPatients = {
  readonly rows: readonly Listed<ListedCard>[]
  readonly total: number
  readonly more: boolean
  readonly pages: number
  readonly at: number
}

/** Milliseconds without typing before the server is asked. */
const QUIET_MS = 250
/** Rows per request when all are wanted. */
const CHUNK = 500

/**
 * The page of the list for this address and search text, fetched again when they change. Old rows stay until new ones
 * arrive, or if none can be fetched. While the person types, the server counts no further than the page; the total
 * follows when typing stops. `load` fetches the whole filtered list up to a limit, for print and export; null if it
 * cannot be fetched.
 */
export function useServerPatients(state: ListState, words: string) {
  const { now } = useDevice()
  const offline = useIsOffline()
  const [found, setFound] = useState<ServerPatients | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const keyword = useDeferredValue(words).trim().slice(0, 100)
  const query = JSON.stringify({ ...inputOf(state, now()), ...(keyword && { keyword }) })

  useEffect(() => {
    if (offline) return
    // `round` is read, so that a retry counts as another request
    let gone = round < 0
    const ask = async () => {
      const input = JSON.parse(query) as Input<'patient.list'> // written two lines above
      const outcome = await listPatients({ ...input, page: state.page, limit: state.size })
      if (gone) return
      setFailed(outcome.kind !== 'done')
      if (outcome.kind !== 'done') return
      const { patients, total, pages, more } = outcome.reply
      setFound({ rows: patients.map(listed), total, pages, more: more === true, at: now() })
      if (!keyword || !more) return
      const counted = await listPatients({ ...input, limit: 1, exact: true })
      if (gone || counted.kind !== 'done') return
      const all = counted.reply.total
      setFound((page) => page && { ...page, total: all, pages: Math.ceil(all / state.size), more: false })
    }
    const timer = setTimeout(() => void ask(), keyword ? QUIET_MS : 0)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [query, keyword, state.page, state.size, round, offline, now])

  const load = useCallback(
    async (most: number) => {
      const rows: Listed<ListedCard>[] = []
      for (let after: string | undefined, page = 1; rows.length < most; page++) {
        const input = JSON.parse(query) as Input<'patient.list'> // as above
        // a search has no keyset, so it is fetched by page number
        const outcome = await listPatients({ ...input, limit: CHUNK, ...(keyword ? { page } : after && { after }) })
        if (outcome.kind !== 'done') return null
        rows.push(...outcome.reply.patients.map(listed))
        after = outcome.reply.after ?? undefined
        if (outcome.reply.patients.length < CHUNK || (!keyword && !after)) break
      }
      return rows.slice(0, most)
    },
    [query, keyword],
  )

  return { found, failed, reload: () => setRound((n) => n + 1), load }
}

type Answered = Omit<ListedCard, 'pending'> & { readonly nextVisit?: string | null | undefined }
const listed = ({ nextVisit, ...card }: Answered): Listed<ListedCard> => ({
  card: { ...card, pending: 'none' },
  next: nextVisit ?? null,
})

function inputOf({ search }: ListState, now: number): Input<'patient.list'> {
  const { upcoming, since, doctor, clinic, noEmail, balance, passive } = search
  return {
    active: passive !== true,
    ...(upcoming !== undefined && { hasUpcoming: upcoming }),
    ...(balance !== undefined && { hasBalance: balance }),
    ...(since !== undefined && { noVisitSince: new Date(now - since * 86_400_000).toISOString().slice(0, 10) }),
    ...(doctor && { doctorId: doctor }),
    ...(clinic && { clinicId: clinic }),
    ...(noEmail && { noEmail }),
  }
}

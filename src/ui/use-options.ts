import { useEffect, useState } from 'react'
import { matchesQuery } from '../../contract/kernel/fold.rules.ts'
import { findsName, nameTokens, nameWords } from '../../contract/kernel/name.rules.ts'

export type Option = {
  value: string
  label: string
  /** Second line, what tells two of one name apart; it is searched too. */
  detail?: string
}

/** All options at once, or a search that answers a keyword; its signal aborts when a newer keyword came. */
export type OptionSource = readonly Option[] | ((keyword: string, signal: AbortSignal) => Promise<readonly Option[]>)

type Found = { state: 'ready' | 'loading' | 'failed'; options: readonly Option[] }

/** Milliseconds of quiet before a keyword is searched for. */
const QUIET_MS = 150

/** The options for a keyword while `open`; the last ones stay on screen while newer ones load. */
export function useOptions(source: OptionSource, keyword: string, open: boolean): Found {
  const [found, setFound] = useState<Found>({ state: 'loading', options: [] })
  const search = typeof source === 'function' ? source : null

  useEffect(() => {
    if (!open || !search) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      setFound(({ options }) => ({ state: 'loading', options }))
      search(keyword, abort.signal).then(
        (options) => !abort.signal.aborted && setFound({ state: 'ready', options }),
        () => !abort.signal.aborted && setFound({ state: 'failed', options: [] }),
      )
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, keyword, open])

  if (typeof source === 'function') return found
  const named = nameWords(keyword)
  return {
    state: 'ready',
    // half of what is chosen from are people
    options: source.filter(
      ({ label, detail = '' }) => matchesQuery(`${label} ${detail}`, keyword) || findsName(nameTokens(label), named),
    ),
  }
}

import { useEffect, useState } from 'react'
import { matchesQuery } from '../../contract/kernel/fold.rules.ts'
import { findsName, nameTokens, nameWords } from '../../contract/kernel/name.rules.ts'

export type Option = {
  value: string
  label: string
  /** The second line, which distinguishes options of the same name; it is searched too. */
  detail?: string
}

/** All options, or a search by keyword; its signal aborts when a newer keyword arrives. */
export type OptionSource = readonly Option[] | ((keyword: string, signal: AbortSignal) => Promise<readonly Option[]>)

type Found = { state: 'ready' | 'loading' | 'failed'; options: readonly Option[] }

/** Milliseconds without typing before a search starts. */
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
    // people's names are matched in any spelling
    options: source.filter(
      ({ label, detail = '' }) => matchesQuery(`${label} ${detail}`, keyword) || findsName(nameTokens(label), named),
    ),
  }
}

import { useCallback, useEffect, useState } from 'react'

/** Data that only the server has and that is never stored on the device; `none` if it cannot be fetched. */
export type ServerState<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'none' }
  | { readonly state: 'here'; readonly value: T }

/**
 * Fetches once, and again when the returned function is called; `ask` returns null if the server could not be reached.
 */
export function useServerState<T>(ask: () => Promise<T | null>): [ServerState<T>, () => void] {
  const [serverState, setServerState] = useState<ServerState<T>>({ state: 'asking' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let gone = false
    void ask().then((value) => {
      // the earlier data stays if the server cannot be reached again
      if (!gone)
        setServerState((before) =>
          value !== null ? { state: 'here', value } : before.state === 'here' ? before : { state: 'none' },
        )
    })
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- fetched again only with `round`
  }, [round])
  return [serverState, useCallback(() => setRound((n) => n + 1), [])]
}

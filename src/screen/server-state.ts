import { useCallback, useEffect, useState } from 'react'

/** Data that only the server knows and that is never kept on the device; `none` if it cannot be fetched. */
export type ServerState<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'none' }
  | { readonly state: 'here'; readonly value: T }

/** Asks once, and again by the function it answers with; `ask` answers null where the server could not be asked. */
export function useServerState<T>(ask: () => Promise<T | null>): [ServerState<T>, () => void] {
  const [asked, setAsked] = useState<ServerState<T>>({ state: 'asking' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let gone = false
    void ask().then((value) => {
      // the earlier data stays if the server cannot be asked again
      if (!gone)
        setAsked((before) =>
          value !== null ? { state: 'here', value } : before.state === 'here' ? before : { state: 'none' },
        )
    })
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- asked again by the round alone
  }, [round])
  return [asked, useCallback(() => setRound((n) => n + 1), [])]
}

import { useCallback, useEffect, useState } from 'react'
import type { Outcome } from '../api/call.ts'
import { useDevice } from './device.ts'

/**
 * An answer of the server that is not stored on the device. The old answer stays while a new one is fetched, or if it
 * cannot be fetched.
 */
export type Answer<R> = {
  readonly value: R | undefined
  /** Why the newest request failed; null while it is pending or after it succeeded. */
  readonly problem: Exclude<Outcome<R>, { kind: 'done' }> | null
  readonly asking: boolean
  /** When the value arrived, in epoch ms of the server's clock; null before. */
  readonly at: number | null
  readonly again: () => void
}

/** Fetches when `key` changes and whenever `again` is called; a late answer to an older request is ignored. */
export function useAnswer<R>(ask: () => Promise<Outcome<R>>, key: string): Answer<R> {
  const { now } = useDevice()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<Omit<Answer<R>, 'again'>>({
    value: undefined,
    problem: null,
    asking: true,
    at: null,
  })
  useEffect(() => {
    let gone = false
    setState((before) => ({ ...before, asking: true }))
    void ask().then((outcome) => {
      if (gone) return
      setState((before) =>
        outcome.kind === 'done'
          ? { value: outcome.reply, problem: null, asking: false, at: now() }
          : { ...before, problem: outcome, asking: false },
      )
    })
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the request
  }, [key, round])
  return { ...state, again: useCallback(() => setRound((n) => n + 1), []) }
}

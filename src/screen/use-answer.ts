import { useCallback, useEffect, useRef, useState } from 'react'
import type { Outcome } from '../api/call.ts'
import { useDevice } from './device.ts'
import { useIsOffline } from './queries-waiting.ts'

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

/**
 * Fetches when `key` changes, whenever `again` is called, and by itself if the server could not be reached: as soon as
 * there is a connection, and then ever more rarely. A late answer to an older request is ignored.
 */
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
  const again = useCallback(() => setRound((n) => n + 1), [])
  useAgainUntilReached(state.problem?.kind === 'unreachable', state.asking, again)
  return { ...state, again }
}

/** A page that opens while the connection returns may fail before the device notices either: nothing else asks again. */
function useAgainUntilReached(isUnreachable: boolean, asking: boolean, again: () => void) {
  const isOffline = useIsOffline()
  const tries = useRef(0)
  useEffect(() => {
    if (isOffline || !isUnreachable) tries.current = 0
    if (isOffline || !isUnreachable || asking) return
    const timer = setTimeout(again, Math.min(FIRST_AGAIN_MS * 2 ** tries.current++, MOST_AGAIN_MS))
    return () => clearTimeout(timer)
  }, [isOffline, isUnreachable, asking, again])
}

const FIRST_AGAIN_MS = 1000
const MOST_AGAIN_MS = 60_000

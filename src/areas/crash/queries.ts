import { useCallback, useEffect, useState } from 'react'
import { crashCalls, type CrashLine } from '../../../contract/crash/crash.ts'
import { call, type Outcome } from '../../api/call.ts'

type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>

/** Errors of devices as the server has them now; never stored here. */
export function useCrashes(): {
  readonly crashes: readonly CrashLine[] | null
  readonly problem: Problem | null
  readonly again: () => void
} {
  const [state, setState] = useState<{ crashes: readonly CrashLine[] | null; problem: Problem | null }>({
    crashes: null,
    problem: null,
  })
  const again = useCallback(() => {
    void call(crashCalls['crash.list'], {}).then((outcome) =>
      setState(({ crashes }) =>
        outcome.kind === 'done' ? { crashes: outcome.reply.crashes, problem: null } : { crashes, problem: outcome },
      ),
    )
  }, [])
  useEffect(again, [again])
  return { ...state, again }
}

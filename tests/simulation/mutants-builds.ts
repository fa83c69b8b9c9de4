import { one, type Mutant } from './mutant.ts'

/** Faults in changes that another build has queued (`step-builds.ts`). */
export const mutantsOfBuilds: readonly Mutant[] = [
  one(
    'a change that this build does not know blocks the queue',
    'src/sync/cycle.ts',
    'await setApart(db, now())',
    `await setApart(db, now())
  if (await db.outbox.filter(({ problem }) => problem?.kind === 'unknown').count()) return 'online'`,
  ),
  one(
    'a change that this build does not know is dropped without a word',
    'src/sync/set-apart.ts',
    'await db.outbox.put(isApart(before)',
    `if (isApart(next)) await db.outbox.delete(next.seq!)
  else await db.outbox.put(isApart(before)`,
  ),
  one(
    'a change that this build does not know is sent all the same',
    'src/sync/eligible.ts',
    "state !== 'parked' && isKnownCall(call) && (",
    "(state !== 'parked' || !isKnownCall(call)) && (",
  ),
  one(
    'a change that is known again stays parked',
    'src/sync/set-apart.ts',
    'if (next && isApart(entry)) return {',
    'if (next && isApart(entry) && now < 0) return {',
  ),
]

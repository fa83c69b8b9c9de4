import { one, type Mutant } from './mutant.ts'

const LINE = 'tests/sync/line.test.ts'

/** Faults in what a line carries and in who answers on it (decision 0056). */
export const mutantsOfTheLine: readonly Mutant[] = [
  one(
    'a body that stalls is waited for without an end',
    'src/api/deadline.ts',
    'next = setTimeout(end, patience.body)',
    'next = setTimeout(end, 1e9)',
    { by: LINE },
  ),
  one('a round that stands still keeps its turn', 'src/sync/alive.ts', 'reject(new StoodStill())', 'void StoodStill', {
    by: 'src/sync/alive.test.ts',
  }),
  one(
    'parts stay as large as they were when they do not arrive',
    'src/sync/pace.ts',
    'if (ms >= target / 2) set(size / 4)',
    'if (ms >= target / 2) set(size)',
    { by: LINE },
  ),
  one(
    'a change waits behind a first fill',
    'src/sync/pull.ts',
    'if (page.more && (await sendWaiting()) && next) next.isOld = true',
    'if (page.more && now() < 0 && (await sendWaiting()) && next) next.isOld = true',
    { by: LINE },
  ),
  one(
    'a batch that a proxy refuses is not made shorter',
    'src/sync/send.ts',
    'most = Math.ceil(batch.length / 4)',
    'most = batch.length',
    { by: LINE },
  ),
  one('sending does not rest where all is refused', 'src/sync/hold.ts', 'until: now + wait,', 'until: now,', {
    by: LINE,
  }),
  one(
    'taking away what is gone already is a refusal',
    'src/sync/verdict.ts',
    `if (removes && (status === 404 || status === 410) && code !== null) return { kind: 'done' }`,
    'void removes',
    { by: 'src/sync/verdict.test.ts' },
  ),
  one(
    'what stands on a record of this device alone does not wait for it',
    'src/sync/keys.ts',
    'for (const key of named) if (making.has(key)) keys.add(key)',
    'for (const key of named) if (making.has(key) && key === null) keys.add(key)',
    { by: 'src/sync/keys.test.ts' },
  ),
]

import { one, type Mutant } from './mutant.ts'

const by = 'server/sync/batch-set.test.ts'
const TOGETHER = 'server/http/together.ts'

/** Faults in changes that the server does in one transaction (decision 0107). */
export const mutantsOfSets: readonly Mutant[] = [
  one(
    'a refused change takes its neighbours along',
    TOGETHER,
    '  const { leaving } = tried\n',
    '  const { leaving } = tried\n  if (leaving.size) return eachAlone(changes.map(() => [...leaving][0]!), means)\n',
    { by },
  ),
  one(
    'answers of a set are shifted by one',
    TOGETHER,
    `return { kind: 'done', answers }`,
    `return { kind: 'done', answers: [...answers.slice(1), answers[0]!] }`,
    { by, quick: true },
  ),
  one(
    'a change of a set is judged by its neighbour’s record',
    'server/db/set.ts',
    'byPlace.get(nth) ?? []',
    'byPlace.get((nth + 1) % rows.length) ?? []',
    { by },
  ),
  one(
    'two changes of one record are in one set',
    'server/sync/batch.ts',
    '![each.key, ...joinedFields].some((mark) => inSet.has(mark))',
    '!inSet.has(each.key)',
    { by },
  ),
  one(
    'the line of the log of one in a set is missing',
    'server/http/audit.ts',
    'v12::jsonb from p order by nth',
    'v12::jsonb from p where nth > 0 order by nth',
    { by },
  ),
  one(
    'the outcome of one in a set is not kept',
    'server/http/idempotency.ts',
    `select v1, v2, '', v3, v4, v5, v6 from p`,
    `select v1, v2, '', v3, v4, v5, v6 from p where nth > 0`,
    { by },
  ),
  one(
    'what a refused change has written stays with the set',
    TOGETHER,
    '|| hasWritten() || failure()',
    '|| (hasWritten() && failure())',
    { by },
  ),
  one(
    'a set waits for whoever holds one of its visits',
    'server/areas/appointment/store.ts',
    'where id = p.v1 for update skip locked) its`',
    'where id = p.v1 for update) its`',
    { by },
  ),
  one(
    'a visit that somebody else holds is not there',
    'server/areas/appointment/store.ts',
    '      finds: true,\n',
    '',
    { by },
  ),
]

import { one, type Mutant } from './mutant.ts'

const BESIDE = 'tests/sync/beside-part.test.ts'
const BUILDS = 'tests/sync/two-builds.test.ts'
const MADE = 'src/sync/made.test.ts'
const LINE = 'tests/sync/line.test.ts'
const UPLOAD = 'src/sync/upload-files.ts'

/**
 * Faults in what is sent next to a file's part, in what two builds share, and in the base and the description of a
 * change (issue 28).
 */
export const mutantsBeside: readonly Mutant[] = [
  one(
    'what is queued waits for the end of a file’s part',
    UPLOAD,
    'if (isOver(await work())) break',
    'if (LOOK_MS < 0) await work()',
    { by: BESIDE },
  ),
  one(
    'a session that has ended is tried again for as long as a part takes',
    UPLOAD,
    'if (isOver(await work())) break',
    'await work()',
    { by: BESIDE },
  ),
  one(
    'a part that passes ends the rest of what a proxy refuses beside it',
    UPLOAD,
    'await endPause(db, since)',
    'await endPause(db, Infinity + since)',
    { by: BESIDE },
  ),
  one(
    'a disk that fails beside a part loses the part’s answer',
    UPLOAD,
    'const ended = await takeAnswer(await onItsWay)\n  if (fault) throw fault.error',
    'await onItsWay\n  if (fault) throw fault.error\n  const ended = await takeAnswer(await onItsWay)',
    { by: BESIDE },
  ),
  one(
    'what goes beside a part counts as the part’s own time',
    UPLOAD,
    'pace.took(part.length, took)',
    'pace.took(part.length, clock() - from + took * 0)',
    { by: BESIDE },
  ),
  one(
    'an older build sends what only the next one can read',
    'src/sync/known.ts',
    'payload > payloadOf(call)',
    'payload < 1',
    { by: BUILDS },
  ),
  one(
    'an older tab writes on in the next build’s database',
    'src/db/database.ts',
    'db.close({ disableAutoOpen: true })\n    return false',
    'return undefined',
    { by: BUILDS },
  ),
  one('what was typed is lost with a rescue', 'src/sync/rescue.ts', 'await db.drafts.bulkPut(', 'void (', {
    by: 'src/sync/rescue.test.ts',
  }),
  one(
    'a record that has left the device is judged by its first version',
    'src/sync/made.ts',
    'making.findLast((entry) => entry.base !== null)?.base ?? null',
    'FIRST',
    { by: MADE },
  ),
  one(
    'an arrival does not rest on what its person saw',
    'src/sync/made.ts',
    ', ...rests]',
    ', ...rests.slice(rests.length)]',
    { by: MADE },
  ),
  one(
    'a portal is told as no network',
    'src/sync/trouble.ts',
    "if (response.why !== 'between') return 'network'",
    "if (response.why !== undefined) return 'network'",
    { by: LINE },
  ),
  one(
    'what was answered before a pull that failed is not asked for',
    'src/sync/offer-again.ts',
    'if (unheard.length && !(await isRestored(db)))',
    'if (unheard.length < 0 && !(await isRestored(db)))',
    { by: 'src/sync/offer-again.test.ts' },
  ),
]

import { one, type Mutant } from './mutant.ts'

const LIFE = 'src/api/session-life.test.ts'
const HERE = 'src/sync/waiting-here.test.ts'
const LEFT = 'src/sync/byte-left.test.ts'
const LOST = 'src/sync/unsent.test.ts'
const RESCUE = 'src/sync/rescue.test.ts'

/**
 * Faults in who may open a device, who learns what waits there, and what becomes of a storage (decisions 0058, 0087,
 * 0088).
 */
export const mutantsOfTheDoor: readonly Mutant[] = [
  one(
    'whoever uses a device daily is closed out seven days after the sign-in',
    'src/api/session.ts',
    'const expiresAt = now + LIFE_MS',
    'const { expiresAt } = found',
    { by: LIFE, quick: true },
  ),
  one(
    'a clock that is set ahead closes an open page',
    'src/api/session-life.ts',
    'known.expiresAt === expiresAt && performance.now() < known.until\n',
    'known.expiresAt === expiresAt && now < expiresAt && performance.now() < known.until\n',
    { by: LIFE },
  ),
  one(
    'a session that is over by this device’s clock alone is dropped without a line',
    'src/api/ask-again.ts',
    `if (answer.kind !== 'answer') return null`,
    `if (answer.kind !== 'answer') return dropToken(overdue.token).then(() => null)`,
    { by: LIFE },
  ),
  one(
    'any token that is taken renews whoever is signed in',
    'src/api/session.ts',
    '|| opened(found).token !== token) return',
    '|| token === null) return',
    { by: LIFE },
  ),
  one(
    'a round that met nobody renews the session',
    'src/sync/cycle.ts',
    `      await note('offline')\n      return 'offline'`,
    `      await onAccepted?.()\n      await note('offline')\n      return 'offline'`,
    { by: LEFT },
  ),
  one(
    'records are wiped by this device’s own clock',
    'src/sync/waiting-here.ts',
    'const now = Date.parse(answer.reply.now)',
    'const now = Date.now()',
    { by: HERE },
  ),
  one(
    'records of whoever has left stay for ever',
    'src/sync/waiting-here.ts',
    'if (untilThere >= now) continue',
    'if (untilThere >= now || person !== ownId) continue',
    { by: HERE },
  ),
  one(
    'whose work waits is not told at the door',
    'src/sync/waiting-here.ts',
    'if (waiting?.changes) found.push(',
    'if (waiting?.changes && signedIn) found.push(',
    { by: HERE, quick: true },
  ),
  one(
    'the next person is told of their own work and not of another’s',
    'src/sync/waiting-here.ts',
    'if (person === ownId) continue',
    'if (ownId !== null && person !== ownId) continue',
    { by: HERE },
  ),
  one(
    'a name stays at the door when nothing of its person waits any more',
    'src/sync/waiting-here.ts',
    'else if (!waiting && person !== signedIn) await forgetOwner(person)',
    '',
    { by: HERE },
  ),
  one(
    'a patient’s whole name stands on the sign-in page',
    'src/api/owners.ts',
    `name: person.type === 'patient' ? maskedName(person.name) : person.name,`,
    'name: maskedName ? person.name : person.name,',
    { by: LIFE },
  ),
  one(
    'storage that the browser cleared with work in it is not told',
    'src/sync/unsent.ts',
    'const isLost = kept !== null && kept.waiting > 0',
    'const isLost = kept !== null && kept.waiting < 0',
    { by: LOST },
  ),
  one(
    'an old tab goes on in a database that a newer build has taken over',
    'src/db/database.ts',
    'if (!isNewer(newVersion ?? 0)) return undefined',
    'return undefined',
    { by: 'src/sync/versions.test.ts' },
  ),
  one(
    'two tabs that fail at once are twice in a row',
    'src/sync/unopened.ts',
    'before !== null && (before.tab === thisTab() || Date.now() - before.at >= APART_MS)',
    'before !== null && (before.tab === thisTab() || Date.now() - before.at < APART_MS)',
    { by: RESCUE },
  ),
]

import type { CrashLine } from '../../../contract/crash/crash.ts'
import { Refused } from '../../kernel/refused.ts'
import { ahead, type Area } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { keepCrashes } from './store.ts'

/** Errors reported by devices, for superadmins (decision 0080). */
export const crashHandlers: Area<'crash'> = {
  'crash.report': ahead(async ({ crashes }, { deps, who, origin }) => {
    const known = (who as Who | null) !== null // the row is open to anyone
    const seconds = known
      ? await deps.limits.spend('crash', who.sessionHash)
      : Math.max(await deps.limits.spend('crash', origin.ip), await deps.limits.spend('strangers', 'crash'))
    if (seconds) throw new Refused('too_many_tries', { seconds }, 429)
    await keepCrashes(deps, crashes, known)
    return { status: true as const }
  }),

  'crash.list': async (_, { db }) => {
    const { rows } = await db.query<CrashLine>(
      `select fingerprint, build, route, place, name, code, stack, known, count, iso(first_at) as "firstAt", iso(last_at) as "lastAt",
              iso(seen_at) as "seenAt"
         from crash order by last_at desc, fingerprint limit 500`,
    )
    return { status: true, crashes: rows }
  },

  'crash.seen': async ({ fingerprint }, { db, now }) => {
    await db.query('update crash set seen_at = $2 where fingerprint = $1', [fingerprint, new Date(now)])
    return { status: true }
  },
}

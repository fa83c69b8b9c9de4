import { tellInvited } from '../areas/invitation/tell.ts'
import type { Deps } from '../http/handler.ts'
import { cleanUpFiles } from './clean-up-files.ts'
import { cleanUp } from './clean-up.ts'
import { countNextFree } from './count-next-free.ts'
import { forgetOld } from './forget-old.ts'
import { MONEY_JOBS } from './money.ts'
import { readCalendars } from './read-calendars.ts'
import { remindOnline } from './remind-online.ts'
import { remindToClose } from './remind-to-close.ts'
import { runImports } from './run-imports.ts'
import type { Work } from './run-jobs.ts'
import { tellDay } from './tell-day.ts'

/**
 * All scheduled work. Each job runs by itself: one that fails or takes long blocks no other. `own` are jobs for which a
 * process keeps state between rounds.
 */
export function workOf(deps: Deps, own: Record<'guardAudit' | 'tendBackups', (deps: Deps) => Promise<void>>): Work {
  const all = {
    ...MONEY_JOBS,
    ...own,
    cleanUp,
    cleanUpFiles,
    forgetOld,
    readCalendars,
    remindToClose,
    remindOnline,
    tellDay,
    tellInvited,
    runImports,
    countNextFree,
  } satisfies Record<keyof Work, (deps: Deps) => unknown>
  return Object.fromEntries(Object.entries(all).map(([name, job]) => [name, () => job(deps)])) as Work // of the same names
}

const everyMinute = { everySeconds: 60, isGuard: false } as const
const everyHour = { everySeconds: 3600, isGuard: false } as const

/**
 * Scheduled work: the seconds between its rounds, and whether it is a guard, which means that it detects what was done,
 * keeps copies of the data, or deletes what must be deleted. No one can pause a guard; the database enforces it too
 * (`job_guard_goes_on`). The server writes their rows (`job`) at its start; one process at a time runs a round.
 */
export const JOBS = {
  expirePayments: everyMinute,
  settleTries: everyMinute,
  refundCards: everyMinute,
  expireLinks: everyMinute,
  askUnpaid: everyMinute,
  checkMoney: { ...everyMinute, isGuard: true },
  foldSums: everyMinute,
  lapseApprovals: everyMinute,
  guardAudit: { ...everyMinute, isGuard: true },
  tendBackups: { ...everyMinute, isGuard: true },
  remindToClose: everyMinute,
  remindOnline: everyMinute,
  tellDay: everyMinute,
  tellInvited: everyMinute,
  runImports: everyMinute,
  countNextFree: everyMinute,
  readCalendars: everyMinute,
  cleanUp: { ...everyMinute, isGuard: true },
  cleanUpFiles: { ...everyHour, isGuard: true },
  forgetOld: { ...everyHour, isGuard: true },
} as const

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as [JobName, ...JobName[]] // its own keys

/** Why it cannot be paused, or null. */
export const whyNotPause = (name: JobName): 'job_is_guard' | null => (JOBS[name].isGuard ? 'job_is_guard' : null)

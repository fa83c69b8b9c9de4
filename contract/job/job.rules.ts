const everyMinute = { everySeconds: 60, isGuard: false } as const
const everyHour = { everySeconds: 3600, isGuard: false } as const

/**
 * Work on a timer: the seconds between its rounds, and whether it is a guard: what finds out that something was done, keeps what was there, or
 * forgets what must be forgotten. Nobody pauses a guard; the database holds it too (`job_guard_goes_on`). A start writes their rows (`job`); a round is
 * run by one process at a time.
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
  readCalendars: everyMinute,
  cleanUp: { ...everyMinute, isGuard: true },
  cleanUpFiles: { ...everyHour, isGuard: true },
  forgetOld: { ...everyHour, isGuard: true },
} as const

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as [JobName, ...JobName[]] // its own keys

/** Why nobody pauses it, or null. */
export const whyNotPause = (name: JobName): 'job_is_guard' | null => (JOBS[name].isGuard ? 'job_is_guard' : null)

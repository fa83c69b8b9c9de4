/** Work on a timer, each with the seconds between its rounds. A start writes their rows (`job`); a round is run by one process at a time. */
export const JOBS = {
  expirePayments: 60,
  settleTries: 60,
  refundCards: 60,
  expireLinks: 60,
  askUnpaid: 60,
  checkMoney: 60,
  foldSums: 60,
  lapseApprovals: 60,
  guardAudit: 60,
  tendBackups: 60,
  remindToClose: 60,
  remindOnline: 60,
  tellDay: 60,
  tellInvited: 60,
  readCalendars: 60,
  cleanUp: 60,
  cleanUpFiles: 3600,
  forgetOld: 3600,
} as const

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as [JobName, ...JobName[]] // its own keys

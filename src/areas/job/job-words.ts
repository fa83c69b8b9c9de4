import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { JobName } from '../../../contract/job/job.rules.ts'

/** What each job does, in words for whoever runs the platform. */
export const JOB_WORDS: Readonly<Record<JobName, MessageDescriptor>> = {
  expirePayments: msg`Free up slots that were not paid for in time`,
  settleTries: msg`Ask card providers how a payment ended`,
  refundCards: msg`Send refunds to cards`,
  expireLinks: msg`End payment links past their day`,
  askUnpaid: msg`Send reminders of open payments`,
  checkMoney: msg`Compare ledger, payments and appointments at night`,
  foldSums: msg`Add up payment totals`,
  lapseApprovals: msg`End requests for approval past their week`,
  guardAudit: msg`Link the audit log, and check it at night`,
  tendBackups: msg`Make backups, and try them`,
  remindToClose: msg`Remind doctors of appointments to complete`,
  remindOnline: msg`Announce online appointments ten minutes before`,
  tellDay: msg`Tell doctors of their day`,
  tellInvited: msg`Tell doctors of invitations`,
  runImports: msg`Add the patients of imported files`,
  countNextFree: msg`Find doctors’ next free times for the public pages`,
  readCalendars: msg`Read doctors’ own calendars`,
  cleanUp: msg`Delete data that has expired`,
  cleanUpFiles: msg`Remove files that nothing refers to`,
  forgetOld: msg`Delete old records of what devices were sent`,
}

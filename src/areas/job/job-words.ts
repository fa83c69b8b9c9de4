import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { JobName } from '../../../contract/job/job.rules.ts'

/** What each does, for whoever runs the platform. */
export const JOB_WORDS: Readonly<Record<JobName, MessageDescriptor>> = {
  expirePayments: msg`Give back slots that were not paid in time`,
  settleTries: msg`Ask card providers how a payment ended`,
  refundCards: msg`Send refunds to cards`,
  expireLinks: msg`End payment links past their day`,
  askUnpaid: msg`Ask for payments that are open`,
  checkMoney: msg`Compare ledger, payments and appointments at night`,
  foldSums: msg`Add up the sums of payments`,
  lapseApprovals: msg`End requests for approval past their week`,
  guardAudit: msg`Link the audit log, and check it at night`,
  tendBackups: msg`Make backups, and try them`,
  remindToClose: msg`Remind doctors of appointments to complete`,
  remindOnline: msg`Announce online appointments ten minutes before`,
  tellDay: msg`Tell doctors of their day`,
  tellInvited: msg`Tell doctors of invitations`,
  readCalendars: msg`Read doctors’ own calendars`,
  cleanUp: msg`Remove what has had its time`,
  cleanUpFiles: msg`Remove files that nothing names`,
  forgetOld: msg`Forget what devices were told long ago`,
}

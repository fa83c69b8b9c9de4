import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, instant, listed, money, paging, requiredText, text, version } from '../kernel/fields.ts'
import { APPROVAL_STATUSES } from './approval.lists.ts'

const APPROVAL_KINDS = ['receivable', 'debt', 'refund'] as const

/** How long a request waits for a second person, in days; then it lapses. */
export const APPROVAL_DAYS = 7
/** The span, in hours, over which one person's movements are added up. It slides, so that midnight resets nothing. */
export const ALONE_HOURS = 24

/**
 * A movement above the limit (to a wallet, from it, or a refund) that waits: nothing has moved until a second person
 * approves (docs/decisions/0101). It names who asked; `own` says that the reader asked, under this or another of their
 * accounts.
 */
export const Approval = v.object({
  id,
  version,
  kind: v.picklist(APPROVAL_KINDS),
  patientId: id,
  /** Null if the reader may no longer see the card. */
  patientName: v.nullable(text(200)),
  /** The clinic whose desk asks; null for an admin. */
  clinicId: v.nullable(id),
  paymentId: v.nullable(id),
  refundTo: v.nullable(v.picklist(['wallet', 'source'])),
  amount: money,
  currency,
  /** The reason of a movement by hand, as the patient will read it. */
  reason: v.nullable(text(500)),
  status: v.picklist(APPROVAL_STATUSES),
  askedName: text(200),
  askedAt: instant,
  expiresAt: instant,
  decidedName: v.nullable(text(200)),
  decidedAt: v.nullable(instant),
  /** Why it was declined. */
  words: v.nullable(text(500)),
  own: v.boolean(),
})
export type Approval = v.InferOutput<typeof Approval>

const decided = v.object({ status: v.literal(true), approval: Approval })
const shared = { method: 'PUT', path: '/api/approval/:id', roles: ['admin', 'clinic'], offline: 'online' } as const

/** Requests for a second person: a desk sees its own clinic's, an admin all except those of private clinics. [+] */
export const approvalCalls = {
  'approval.list': {
    method: 'POST',
    path: '/api/approval/list',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({
      ...paging,
      status: v.optional(v.picklist(APPROVAL_STATUSES)),
    }),
    reply: v.object({ ...listed, approvals: v.array(Approval) }),
  },
  /** Carries out the request as it is now. The person who asked cannot approve it. */
  'approval.approve': {
    ...shared,
    action: 'approve',
    refusals: ['approval_not_found', 'approval_own', 'approval_closed', 'balance_too_low', 'refund_approved'],
    input: v.strictObject({ id }),
    reply: decided,
    audits: 'approval',
  },
  /** Declines with words that the caller reads. If the caller declines, the request is withdrawn. */
  'approval.decline': {
    ...shared,
    action: 'decline',
    refusals: ['approval_not_found', 'approval_closed'],
    input: v.strictObject({ id, words: requiredText(500) }),
    reply: decided,
    audits: 'approval',
  },
} as const satisfies CallTable

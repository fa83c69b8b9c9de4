import type { Role } from '../kernel/call.ts'
import { TAKE_BACK_HOURS } from '../kernel/constants.ts'
import type { MessageCode } from '../kernel/messages.ts'

type Written = { readonly doctorId: string; readonly createdAt: string }
type Reader = { readonly id: string; readonly type: Role }

/**
 * Why a person may not delete a recipe or a report, or null: only its doctor may, within a day (RULES 13). `now` is
 * epoch ms.
 */
export const whyNotTakeBack = (paper: Written, who: Reader, now: number): MessageCode | null =>
  who.type !== 'doctor' || paper.doctorId !== who.id
    ? 'permission_denied'
    : now > Date.parse(paper.createdAt) + TAKE_BACK_HOURS * 3_600_000
      ? 'delete_too_late'
      : null

type Report = { readonly id: string; readonly kind: 'request' | 'result'; readonly reportId: string | null }

/** The state of a report (SCREENS B11): a result that names a request answers it. `all` are the known reports. */
export const reportState = (report: Report, all: readonly Report[]): 'requested' | 'result-added' =>
  report.kind === 'result' || all.some(({ reportId }) => reportId === report.id) ? 'result-added' : 'requested'

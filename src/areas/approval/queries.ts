import { approvalCalls, type Approval } from '../../../contract/approval/approval.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** Requests for a second person as the server has them: money of others is not kept on this device. */
export function useApprovals(status: Approval['status'] | undefined, page: number, limit: number) {
  const input = { page, limit, ...(status && { status }) }
  return useAnswer(() => call(approvalCalls['approval.list'], input), JSON.stringify(input))
}

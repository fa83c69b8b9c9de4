import { BRANCH_FULL_LIST } from '../../../contract/kernel/constants.ts'
import { branchCalls, type Branch } from '../../../contract/branch/branch.ts'
import type { Reply } from '../../../contract/calls.ts'
import { passkeyCalls } from '../../../contract/session/session.passkey.ts'
import { accountCalls, type OwnSession } from '../../../contract/session/session.account.ts'
import { call } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { useServerState, type ServerState } from '../../screen/server-state.ts'

/** Where the person is signed in, and a function to reload it. */
export function useSessions(): [ServerState<readonly OwnSession[]>, () => void] {
  return useServerState(async () => {
    const outcome = await call(accountCalls['session.list'], {})
    return outcome.kind === 'done' ? outcome.reply.sessions : null
  })
}

/** Whether the second factor is on, and a function to reload it. */
export function useFactor(): [
  ServerState<{ since: string | null; recoveryLeft: number; required: boolean }>,
  () => void,
] {
  return useServerState(async () => {
    const outcome = await call(accountCalls['session.factor'], {})
    return outcome.kind === 'done' ? outcome.reply : null
  })
}

/** One's own passkeys, and a function to reload them. */
export function usePasskeys(): [ServerState<Pick<Reply<'session.passkeys'>, 'passkeys' | 'mustKeepOne'>>, () => void] {
  return useServerState(async () => {
    const outcome = await call(passkeyCalls['session.passkeys'], {})
    return outcome.kind === 'done' ? outcome.reply : null
  })
}

/** All specialties, before sign-in. */
export function useOpenBranches(): [ServerState<readonly Branch[]>, () => void] {
  return useServerState(async () => {
    const outcome = await call(branchCalls['branch.getall'], { limit: BRANCH_FULL_LIST }, sendAs(null))
    return outcome.kind === 'done' ? outcome.reply.branches : null
  })
}

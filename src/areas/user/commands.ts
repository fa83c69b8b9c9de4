import type { Input } from '../../../contract/calls.ts'
import { colleagueCalls } from '../../../contract/clinic/colleague.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { userCalls } from '../../../contract/user/user.ts'
import { call, callOn } from '../../api/call.ts'
import type { RecoverAct } from './recover-act.ts'

/**
 * Acts on users: the superadmin's on everyone, or a clinic user's on colleagues. The acts are the same, the rights
 * differ (rule 48).
 */
export type UserActs = {
  readonly add: (input: Omit<Input<'user.add'>, 'id'>) => ReturnType<typeof addUser>
  readonly update: (id: string, version: number, input: Omit<Input<'user.update'>, 'id'>) => ReturnType<typeof addUser>
  readonly resetPassword: (id: string) => ReturnType<typeof addUser>
  /** Makes a recovery code for a colleague of a private clinic, confirmed by one's own password; absent elsewhere. */
  readonly recover?: (id: string, password: string) => ReturnType<RecoverAct>
  readonly endSessions: (id: string) => ReturnType<typeof addUser>
  readonly remove: (id: string) => ReturnType<typeof addUser>
}

const addUser = (input: Omit<Input<'user.add'>, 'id'>) =>
  call(userCalls['user.add'], { id: newId(Date.now()), ...input })

export const userActs: UserActs = {
  add: addUser,
  update: (id, version, input) => callOn(userCalls['user.update'], { id, ...input }, version),
  resetPassword: (id) => call(userCalls['user.resetPassword'], { id }),
  endSessions: (id) => call(userCalls['user.endSessions'], { id }),
  remove: (id) => call(userCalls['user.delete'], { id }),
}

export const colleagueActs: UserActs = {
  add: ({ name, email, phone, lang }) =>
    call(colleagueCalls['colleague.add'], { id: newId(Date.now()), name, email, phone, lang }),
  update: (id, version, { superadmin: _, ...input }) =>
    callOn(colleagueCalls['colleague.update'], { id, ...input }, version),
  resetPassword: (id) => call(colleagueCalls['colleague.resetPassword'], { id }),
  recover: (id, password) => call(colleagueCalls['colleague.recover'], { id, password }),
  endSessions: (id) => call(colleagueCalls['colleague.endSessions'], { id }),
  remove: (id) => call(colleagueCalls['colleague.delete'], { id }),
}

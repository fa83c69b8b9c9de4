import type { Input } from '../../contract/calls.ts'
import { accountCalls } from '../../contract/session.account.ts'
import { call } from '../api/call.ts'
import { sendAs } from '../api/http.ts'

/** The account's life over the network (SPEC §7). Before signing in nobody asks; afterwards the person of this device. */
const nobody = sendAs(null)

export const register = (input: Input<'session.register'>) => call(accountCalls['session.register'], input, nobody)
export const confirm = (code: string) => call(accountCalls['session.confirm'], { code }, nobody)
export const forget = (input: Input<'session.forget'>) => call(accountCalls['session.forget'], input, nobody)
export const reset = (code: string, password: string) => call(accountCalls['session.reset'], { code, password }, nobody)

export const changePassword = (current: string, password: string) =>
  call(accountCalls['session.changePassword'], { current, password })
/** Ends one of one's own sessions, or without an id all others. */
export const endSessions = (id?: string) => call(accountCalls['session.endOther'], id ? { id } : {})

export const startFactor = (password: string) => call(accountCalls['session.factorStart'], { password })
export const confirmFactor = (code: string) => call(accountCalls['session.factorConfirm'], { code })
export const turnFactorOff = (password: string) => call(accountCalls['session.factorOff'], { password })

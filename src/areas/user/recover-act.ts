import type { Reply } from '../../../contract/calls.ts'
import type { Outcome } from '../../api/call.ts'

/** Asks the server for someone's code, with one's own password. */
export type RecoverAct = (password: string) => Promise<Outcome<Reply<'colleague.recover'>>>

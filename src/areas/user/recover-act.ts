import type { Reply } from '../../../contract/calls.ts'
import type { Outcome } from '../../api/call.ts'

/** Requests a recovery code for someone, confirmed by one's own password. */
export type RecoverAct = (password: string) => Promise<Outcome<Reply<'colleague.recover'>>>

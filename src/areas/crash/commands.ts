import { crashCalls } from '../../../contract/crash/crash.ts'
import { call } from '../../api/call.ts'

/** A superadmin has seen it; it is new again when it happens after that. */
export const markSeen = (fingerprint: string) => call(crashCalls['crash.seen'], { fingerprint })

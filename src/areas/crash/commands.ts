import { crashCalls } from '../../../contract/crash/crash.ts'
import { call } from '../../api/call.ts'

/** Marks an error as seen by a superadmin; it counts as new again if it happens after that. */
export const markSeen = (fingerprint: string) => call(crashCalls['crash.seen'], { fingerprint })

import * as v from 'valibot'
import { credential, id, instant, secret } from '../kernel/fields.ts'

/** Whose account is to be recovered, and the caller's own password. */
export const recoveryInput = v.strictObject({ id, password: secret(1024) })

/** The code, shown only once, and until when it works. */
export const recoveryReply = v.object({ status: v.literal(true), code: credential(40), until: instant })

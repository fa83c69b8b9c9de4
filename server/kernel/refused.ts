import type { MessageCode } from '../../contract/kernel/messages.ts'

/** A named refusal. The status follows from the name: `…_not_found` 404, all others 409, unless given. */
export class Refused extends Error {
  readonly code: MessageCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  constructor(
    code: MessageCode,
    details: Readonly<Record<string, unknown>> = {},
    status = code.endsWith('_not_found') ? 404 : 409,
  ) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** Refuses if a rule of the contract names a reason. */
export function refuseIf(why: MessageCode | null): void {
  if (why) throw new Refused(why)
}

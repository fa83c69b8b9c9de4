import { clinicMailCalls } from '../../../contract/clinic/clinic.mail.ts'
import type { Input } from '../../../contract/calls.ts'
import { call } from '../../api/call.ts'

/** Saves the mail server once a test message has been accepted by it; only with a network. */
export const keepMail = (input: Input<'clinic.keepMail'>) => call(clinicMailCalls['clinic.keepMail'], input)
export const dropMail = (password: string) => call(clinicMailCalls['clinic.dropMail'], { password })

import { clinicMailCalls } from '../../../contract/clinic/clinic.mail.ts'
import type { Input } from '../../../contract/calls.ts'
import { call } from '../../api/call.ts'

/** Kept once the server has handed a test in by it; with a network only. */
export const keepMail = (input: Input<'clinic.keepMail'>) => call(clinicMailCalls['clinic.keepMail'], input)
export const dropMail = (password: string) => call(clinicMailCalls['clinic.dropMail'], { password })

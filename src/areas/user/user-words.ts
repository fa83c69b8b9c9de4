import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Role } from '../../../contract/kernel/call.ts'

/** The four kinds of person, in the singular. */
export const ROLE_WORDS: Readonly<Record<Role, MessageDescriptor>> = {
  admin: msg`Admin`,
  clinic: msg`Clinic user`,
  doctor: msg`Doctor`,
  patient: msg`Patient`,
}

import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, language, listed, newRecordId, paging, requiredText, text } from '../kernel/fields.ts'
import { typedPhone } from '../kernel/phone.rules.ts'
import { recoveryInput, recoveryReply } from '../session/recovery.ts'
import { User } from '../user/user.ts'

const contact = {
  name: requiredText(200),
  email: v.pipe(text(200), v.email()),
  phone: typedPhone,
  lang: language,
}
const done = v.object({ status: v.literal(true) })

/**
 * How users of a clinic manage each other (rule 48: once a clinic has a user, its users add, edit, remove and reset its
 * users). These calls are separate, so that no input can name another clinic, a kind of person or a flag (TRUST R14).
 * [+]
 */
export const colleagueCalls = {
  'colleague.list': {
    method: 'POST',
    path: '/api/clinic/users/list',
    roles: ['clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject(paging),
    reply: v.object({ ...listed, users: v.array(User) }),
  },
  'colleague.add': {
    method: 'POST',
    path: '/api/clinic/users',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['email_exists', 'phone_exists', 'id_taken'],
    input: v.strictObject({ id: newRecordId, ...contact }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  'colleague.update': {
    method: 'PUT',
    path: '/api/clinic/users/:id',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['clinic_user_not_found', 'email_exists', 'phone_exists', 'own_account'],
    input: v.strictObject({ id, ...v.partial(v.object(contact)).entries, active: v.optional(v.boolean()) }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  'colleague.resetPassword': {
    method: 'PUT',
    path: '/api/clinic/users/:id',
    action: 'resetPassword',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['clinic_user_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  /**
   * In a private clinic, whose people get no link by mail: a code with which the colleague sets a new password
   * (`session.recover`). Nothing ends until it is used. The caller proves their own password, so that an unattended
   * screen cannot take over an account (docs/decisions/0061).
   */
  'colleague.recover': {
    method: 'PUT',
    path: '/api/clinic/users/:id',
    action: 'recover',
    roles: ['clinic'],
    offline: 'online',
    secret: 'password',
    refusals: ['clinic_user_not_found', 'own_account', 'password_wrong'],
    input: recoveryInput,
    reply: recoveryReply,
    writes: { table: 'person', needs: [] },
  },
  'colleague.endSessions': {
    method: 'PUT',
    path: '/api/clinic/users/:id',
    action: 'endSessions',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['clinic_user_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  'colleague.delete': {
    method: 'DELETE',
    path: '/api/clinic/users/:id',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['clinic_user_not_found', 'own_account'],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
} as const satisfies CallTable

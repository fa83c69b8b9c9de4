import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { ROLES } from '../kernel/call.ts'
import { id, instant, language, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

/**
 * Someone who can sign in, as the people who run the platform see them (SCREENS B25). `id` and `uuid` are the same
 * (SPEC §3, §7).
 */
export const User = v.object({
  id,
  uuid: id,
  version,
  type: v.picklist(ROLES),
  name: text(200),
  email: v.nullable(text(200)),
  phone: v.nullable(text(20)),
  lang: language,
  superadmin: v.boolean(),
  /** A clinic user's clinic, and its name; null for all others. */
  clinicId: v.nullable(id),
  clinicName: v.nullable(text(160)),
  active: v.boolean(),
  /** When they last signed in; null before the first time. */
  signedInAt: v.nullable(instant),
  createdAt: instant,
})
export type User = v.InferOutput<typeof User>

const contact = {
  name: requiredText(200),
  email: v.pipe(text(200), v.email()),
  phone: typedPhone,
  lang: language,
}
const done = v.object({ status: v.literal(true) })

export const userCalls = {
  /** The list, its totals and its search contain none of a private clinic's people (rules 47, 48). */
  'user.list': {
    method: 'POST',
    path: '/api/user/getusers',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: [],
    input: v.strictObject({
      ...paging,
      type: v.optional(v.picklist(ROLES, 'user_type_not_found')),
      superadmin: v.optional(v.boolean()),
      clinicId: v.optional(id),
      active: v.optional(v.boolean()),
    }),
    reply: v.object({ ...listed, users: v.array(User) }),
  },
  /**
   * A new person, who sets their own password by a link they are sent. Never changes an existing person (TRUST R19).
   */
  'user.add': {
    method: 'POST',
    path: '/api/user',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: ['email_exists', 'phone_exists', 'id_taken', 'clinic_required', 'clinic_not_found'],
    input: v.strictObject({
      id: newRecordId,
      type: v.picklist(ROLES, 'user_type_not_found'),
      ...contact,
      clinicId: v.optional(v.nullable(id)),
      superadmin: v.optional(v.boolean()),
    }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  /** Checked against `If-Match`. The kind of a person never changes. */
  'user.update': {
    method: 'PUT',
    path: '/api/user/:id',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: ['user_not_found', 'email_exists', 'phone_exists', 'last_superadmin', 'own_account', 'user_type_error'],
    input: v.strictObject({
      id,
      ...v.partial(v.object(contact)).entries,
      superadmin: v.optional(v.boolean()),
      active: v.optional(v.boolean()),
    }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  /** Sends the person a link to set a new password, only to their own address (rule 48). [+] */
  'user.resetPassword': {
    method: 'PUT',
    path: '/api/user/:id',
    action: 'resetPassword',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: ['user_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  /** Ends all sessions of the person, on REST and socket, at once. [+] */
  'user.endSessions': {
    method: 'PUT',
    path: '/api/user/:id',
    action: 'endSessions',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: ['user_not_found'],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
  /** Hides them for good (rule 55). */
  'user.delete': {
    method: 'DELETE',
    path: '/api/user/:id',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    refusals: [
      'user_not_found',
      'own_account',
      'last_superadmin',
      'open_appointments',
      'doctor_in_clinic',
      'patient_has_appointments',
    ],
    input: v.strictObject({ id }),
    reply: done,
    writes: { table: 'person', needs: [] },
  },
} as const satisfies CallTable

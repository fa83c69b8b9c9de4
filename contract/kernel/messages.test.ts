import { expect, test } from 'vitest'
import { callNames, rowOf } from '../calls.ts'
import { isMessageCode, MESSAGE_CODES, type MessageCode } from './messages.ts'

/**
 * SPEC §8 in its groups, its order and its words, each with its code. A code that is not listed here does not compile.
 */
const SPEC_8 = {
  'already exists': {
    'e-mail': 'email_exists',
    phone: 'phone_exists',
    user: 'user_exists',
    doctor: 'doctor_exists',
    patient: 'patient_exists',
    clinic: 'clinic_exists',
    bank: 'bank_exists',
    branch: 'branch_exists',
    setting: 'setting_exists',
    'article (change the title)': 'article_exists',
  },
  'does not exist': {
    appointment: 'appointment_not_found',
    article: 'article_not_found',
    bank: 'bank_not_found',
    branch: 'branch_not_found',
    clinic: 'clinic_not_found',
    doctor: 'doctor_not_found',
    'e-mail': 'email_not_found',
    language: 'language_not_found',
    page: 'page_not_found',
    patient: 'patient_not_found',
    'seo record': 'seo_not_found',
    session: 'session_not_found',
    user: 'user_not_found',
    'user type': 'user_type_not_found',
    'video link on the video platform': 'video_not_found',
    'reset link (invalid or expired)': 'reset_link_invalid',
    'clinic user': 'clinic_user_not_found',
  },
  required: { branch: 'branch_required', clinic: 'clinic_required', doctor: 'doctor_required' },
  invalid: {
    'start date': 'start_date_invalid',
    'end date': 'end_date_invalid',
    'end time': 'end_time_invalid',
    'e-mail': 'email_invalid',
    'identity number': 'identity_invalid',
    'token (log in again)': 'token_invalid',
    'reset code': 'reset_code_invalid',
  },
  permission: {
    'unauthorized operation': 'unauthorized',
    'user type error': 'user_type_error',
    'permission denied page': 'permission_denied',
  },
  'cannot delete': {
    'a doctor defined in a clinic': 'doctor_in_clinic',
    'a patient with appointments': 'patient_has_appointments',
  },
  file: { 'file error': 'file_error', 'file too large (max 5 MB)': 'file_too_large' },
  others: {
    'availability dates must cover appointments': 'availability_dates',
    'password too short': 'password_short',
    'password mismatch': 'password_mismatch',
    'password strength': 'password_weak',
    'select country': 'country_required',
    'select bank for collection': 'bank_required',
    'network failure with a third-party service': 'third_party_failure',
    'generic failure asking to retry': 'generic_retry',
    'generic error asking to refresh': 'generic_refresh',
    'no translation found': 'translation_not_found',
  },
  behaviours: {
    'Transaction generation without a transaction': 'unknown_error',
    'User list response without status': 'server_error',
  },
  success: {
    'password reset': 'password_reset',
    'reset link sent': 'reset_link_sent',
    'profile updated': 'profile_updated',
    'process completed': 'process_completed',
    'payment completed': 'payment_completed',
  },
} as const satisfies Record<string, Record<string, MessageCode>>

test.each(Object.entries(SPEC_8))('SPEC §8 “%s”: every message has a code of its own', (_, group) => {
  const codes = Object.values(group)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.filter((code) => !isMessageCode(code))).toEqual([])
})

test('SPEC §8 has 61 codes, in order and before ours, with no duplicate', () => {
  const ofSpec = Object.values(SPEC_8).flatMap((group) => Object.values<string>(group))
  expect(ofSpec).toHaveLength(61)
  expect(MESSAGE_CODES.slice(0, 61).toSorted()).toEqual(ofSpec.toSorted())
  expect(new Set(MESSAGE_CODES).size).toBe(MESSAGE_CODES.length)
})

test.each(callNames)('%s: every refusal is a known code, listed once', (name) => {
  const { refusals } = rowOf(name)
  expect(refusals.filter((code) => !isMessageCode(code))).toEqual([])
  expect(new Set(refusals).size).toBe(refusals.length)
})

test('a name outside the list is not a code, not even those of JavaScript’s prototypes', () => {
  for (const text of ['', 'toString', '__proto__', 'constructor', 'EMAIL_EXISTS'])
    expect(isMessageCode(text)).toBe(false)
})

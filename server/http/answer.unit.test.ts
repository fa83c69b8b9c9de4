import { expect, test } from 'vitest'
import * as v from 'valibot'
import { language } from '../../contract/kernel/fields.ts'
import { badFields, codeOfFields } from './answer.ts'

const schema = v.strictObject({
  doctorId: v.string(),
  email: v.optional(v.pipe(v.string(), v.email())),
  lang: v.optional(language),
  note: v.optional(v.string()),
})
const issuesOf = (input: unknown) => v.safeParse(schema, input).issues ?? []

test.each([
  [{}, 'doctor_required', ['doctorId']],
  [{ doctorId: 'x', email: 'nobody' }, 'email_invalid', ['email']],
  [{ doctorId: 'x', lang: 'fr' }, 'language_not_found', ['lang']],
  [{ doctorId: null }, 'bad_input', ['doctorId']],
  [{ doctorId: 'x', note: 7 }, 'bad_input', ['note']],
  [{ doctorId: 'x', other: 'not_found' }, 'bad_input', ['other']],
  // two wrong fields have no single reason
  [{ email: 'nobody' }, 'bad_input', ['doctorId', 'email']],
  ['text', 'bad_input', ['body']],
])('SPEC §8: %j is refused as %s', (input, code, fields) => {
  expect(codeOfFields(issuesOf(input))).toBe(code)
  expect(Object.keys(badFields(issuesOf(input)).fields).toSorted()).toEqual(fields.toSorted())
})

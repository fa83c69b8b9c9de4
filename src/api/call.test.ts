import { expect, test } from 'vitest'
import { userCalls, type User } from '../../contract/user/user.ts'
import { call } from './call.ts'
import type { Send } from './http.ts'

const user: User = {
  id: '01930000-0000-7000-8000-000000000001',
  uuid: '01930000-0000-7000-8000-000000000001',
  version: 1,
  type: 'patient',
  name: 'Ayşe',
  email: null,
  phone: null,
  lang: 'tr',
  superadmin: false,
  clinicId: null,
  clinicName: null,
  active: true,
  signedInAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const answering =
  (one: object): Send =>
  async () => ({
    kind: 'answer',
    status: 200,
    retryAfter: null,
    body: { status: true, total: 1, pages: 1, users: [one] },
  })

test.each([
  ['a kind of a newer build', { ...user, type: 'nurse' }],
  ['a name longer than is taken today', { ...user, name: 'x'.repeat(201) }],
])('%s in a reply is no error: the list is shown', async (_, its) => {
  expect(await call(userCalls['user.list'], {}, answering(its))).toMatchObject({
    kind: 'done',
    reply: { users: [its] },
  })
})

test('an invalid name is an error', async () => {
  expect(await call(userCalls['user.list'], {}, answering({ ...user, name: null }))).toEqual({ kind: 'broken' })
})

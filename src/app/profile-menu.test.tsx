// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Person } from '../../contract/session/session.ts'
import { keepLeft, readLeft } from '../api/left.ts'
import { readSession, writeSession } from '../api/session.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { change } from '../sync/change.ts'
import { byRole, click, press, render, until } from '../ui/testing.tsx'
import { ProfileMenu } from './profile-menu.tsx'

let db: Database
let person: Person
/** The calls the server received. */
let requests: string[] = []
const kick = vi.fn<() => void>()
const gone = vi.fn<(to: unknown) => void>()
vi.mock('../screen/device.ts', () => ({
  useDevice: () => ({ db, person, kick, seal: null, settings: { languages: [] }, session: {} }),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useNavigate: () => gone,
}))

beforeEach(async () => {
  person = { id: newId(), name: 'Ayşe Işık', type: 'doctor' } as Person // only these fields are read
  db = openDatabase(person.id)
  requests = []
  kick.mockClear()
  gone.mockClear()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({ status: true })
  })
  return () => {
    vi.unstubAllGlobals()
    db.close()
  }
})

/** Signs a person in with this many waiting changes, then presses "Sign out". */
async function signOutWith(waiting: number, { shared = false, drafts = 0 } = {}) {
  const session = { token: newId(), session: 's', person, clinicId: null, expiresAt: Infinity, offset: 0, shared }
  await writeSession(session)
  if (shared) await keepLeft(person.id, session.token)
  const maker = { person: person.id, name: person.name, host: 'test', now: 1 }
  for (let n = 0; n < waiting; n++)
    await change(db, maker, 'patient.addNote', { id: newId(), patientId: newId(), text: `${n}` })
  for (let n = 0; n < drafts; n++) await db.drafts.put({ name: `form ${n}`, value: { text: 'half' } })
  await db.facts.put({ name: 'line', value: 'online' })
  await render(<ProfileMenu />)
  byRole('button').focus()
  await press('Enter')
  await until(() => byRole('menuitem', 'Sign out'))
  await click(byRole('menuitem', 'Sign out'))
}
const isSignedIn = async () => (await readSession())?.person.id === person.id
const dialog = () => document.querySelector('[role="dialog"]')?.textContent ?? null
/** The changes and drafts that remain, whatever was answered. */
async function left() {
  db.close()
  db = openDatabase(person.id)
  return [await db.outbox.count(), await db.drafts.count()]
}

test('without unsent work it signs out at once, and nothing is left', async () => {
  await signOutWith(0)
  await until(() => expect(gone).toHaveBeenCalledOnce())
  expect([dialog(), await isSignedIn(), await left()]).toEqual([null, false, [0, 0]])
})

test('rule 88: unsent work is asked about; staying changes nothing', async () => {
  await signOutWith(2)
  await until(() => expect(dialog()).toContain('2 changes have not been sent'))
  await click(byRole('button', 'Stay signed in'))
  await until(() => expect(dialog()).toBeNull())
  expect([await isSignedIn(), requests, await left()]).toEqual([true, [], [2, 0]])
})

test('rule 88: sending now sends, and no one is signed out', async () => {
  await signOutWith(1)
  await until(() => expect(dialog()).toContain('1 change has not been sent'))
  await click(byRole('button', 'Send now, stay signed in'))
  await until(() => expect(dialog()).toBeNull())
  expect(kick).toHaveBeenCalledOnce()
  expect([await isSignedIn(), await left()]).toEqual([true, [1, 0]])
})

test.each([
  ['a personal device', false],
  ['a shared device', true],
])(
  'rule 88: signing out of %s anyway ends the session and keeps the unsent work for this person only',
  async (_, shared) => {
    await signOutWith(1, { shared, drafts: 1 })
    await until(() =>
      expect(dialog()).toContain('Unsent changes stay on this device and are sent when you sign in here again.'),
    )
    expect(dialog()).toContain('Unsaved changes will be lost.')
    await click(byRole('button', 'Sign out'))
    await until(() => expect(gone).toHaveBeenCalledOnce())
    expect([await isSignedIn(), await left()]).toEqual([false, [1, 0]])
    // encrypted data that stays can be wiped remotely by its person; a personal device keeps nothing after sign-out
    expect(requests).toEqual([shared ? '/api/session?sealed=true' : '/api/session'])
    expect((await readLeft()).some((each) => each.person === person.id)).toBe(shared)
  },
)

test.each([
  ['a personal device', false],
  ['a shared device', true],
])('rule 88: discarding asks again; then nothing of this person is left on %s', async (_, shared) => {
  await signOutWith(2, { shared, drafts: 1 })
  await until(() => byRole('button', 'Discard and sign out'))
  await click(byRole('button', 'Discard and sign out'))
  await until(() => expect(dialog()).toContain('Discard 2 unsent changes?'))
  expect([await isSignedIn(), await left()]).toEqual([true, [2, 1]])
  await click(byRole('button', 'Discard and sign out'))
  await until(() => expect(gone).toHaveBeenCalledOnce())
  expect([await isSignedIn(), await left()]).toEqual([false, [0, 0]])
  expect((await readLeft()).some((each) => each.person === person.id)).toBe(false)
  // nothing stays that could be wiped remotely
  expect(requests).toEqual(['/api/session'])
})

test('drafts alone are asked about too, because signing out deletes them', async () => {
  await signOutWith(0, { drafts: 2 })
  await until(() => expect(dialog()).toContain('2 drafts have not been saved'))
  expect(dialog()).not.toContain('stays on this device')
  await click(byRole('button', 'Stay signed in'))
  expect([await isSignedIn(), await left()]).toEqual([true, [0, 2]])
})

// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'
import { readOwners } from './owners.ts'
import { LIFE_MS } from './session-life.ts'
import { dropToken, readOverdue, readSession, renewSession, writeSession } from './session.ts'
import { sessionRecord } from './testing.ts'

const DAY = 86_400_000
let mono = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 9) })
  mono = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => mono)
})
afterEach(async () => {
  await dropToken()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const signedIn = async () => {
  const record = sessionRecord({ expiresAt: Date.now() + LIFE_MS })
  await writeSession(record)
  return record
}
/** Days pass, for the wall clock and for the page. */
const pass = (days: number) => {
  vi.setSystemTime(Date.now() + days * DAY)
  mono += days * DAY
}
/** Reloads the page: what it knew of time is gone. */
const anew = async () => {
  vi.resetModules()
  return { ...(await import('./session.ts')), ...(await import('./ask-again.ts')) }
}

test('a session used daily does not close seven days after sign-in, but seven days after the server last accepted its token', async () => {
  const { token } = await signedIn()
  for (let day = 1; day <= 6; day++) {
    pass(1)
    await renewSession(token)
  }
  pass(6)
  expect((await readSession())?.token).toBe(token)
  pass(1.1)
  expect(await readSession()).toBeNull()
})

test('only the accepted token is renewed, and other records stay', async () => {
  const record = await signedIn()
  pass(2)
  await renewSession('another')
  pass(5.1)
  expect(await readSession()).toBeNull()
  await renewSession(record.token)
  expect(await readSession()).toMatchObject({ person: record.person, expiresAt: Date.now() + LIFE_MS })
})

test('a clock set eight days ahead closes nothing while the page is open', async () => {
  const { token } = await signedIn()
  expect(await readSession()).not.toBeNull()
  vi.setSystemTime(Date.now() + 8 * DAY)
  mono += 60_000
  expect((await readSession())?.token).toBe(token)
  mono += LIFE_MS
  expect(await readSession()).toBeNull()
})

test('a clock set back gains at most seven days from the next reply', async () => {
  const { token } = await signedIn()
  vi.setSystemTime(Date.now() - 30 * DAY)
  await renewSession(token)
  expect((await readSession())?.expiresAt).toBe(Date.now() + LIFE_MS)
})

test('starting with a wrong clock asks the server whether the session has ended: it continues if the token is accepted', async () => {
  const { token } = await signedIn()
  vi.setSystemTime(Date.now() + 8 * DAY)
  const page = await anew()
  expect(await page.readSession()).toBeNull()
  vi.stubGlobal('fetch', async () => Response.json({ status: true }))
  expect((await page.askAgain())?.token).toBe(token)
  expect((await page.readSession())?.token).toBe(token)
})

test.each([
  ['where it is not, it is over here too', async () => Response.json({ status: false }, { status: 401 }), true],
  ['without a line nothing is known: it is closed, and not forgotten', () => Promise.reject(new TypeError('x')), false],
])('%s', async (_, fetch, isDropped) => {
  await signedIn()
  vi.setSystemTime(Date.now() + 8 * DAY)
  mono += 8 * DAY
  vi.stubGlobal('fetch', fetch)
  expect(await askAgain()).toBeNull()
  expect((await readOverdue()) === null).toBe(isDropped)
})

test('the last person is remembered by name beyond the session, a patient by first name and initial, with its end by the server’s clock', async () => {
  const doctor = sessionRecord({ expiresAt: 5000, offset: 100 })
  await writeSession(doctor)
  const { person } = sessionRecord()
  await writeSession(sessionRecord({ expiresAt: 7000, person: { ...person, type: 'patient', name: 'Ayşe Nur Demir' } }))
  await dropToken()
  expect(await readOwners()).toEqual(
    expect.arrayContaining([
      { person: doctor.person.id, name: 'Emre Tunçbilek', until: 5000, untilThere: 5100 },
      { person: person.id, name: 'Ayşe D.', until: 7000, untilThere: 7000 },
    ]),
  )
})

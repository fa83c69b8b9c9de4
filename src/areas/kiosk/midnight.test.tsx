// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { act } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { render, until } from '../../ui/testing.tsx'
import { sealPin } from './pin.ts'
import { becomeTablet, keepFact, keepList, keepTouch, readFact, readTouches, type Tablet } from './store.ts'
import { useTablet } from './use-tablet.ts'

const ZONE = 'Europe/Istanbul'
const DAY = 20261118
/** The clinic's midnight: 21:00 UTC, when the day ends by no other clock. */
const MIDNIGHT = dayBounds(DAY, ZONE).to
let tablet: Tablet
const over = vi.fn<() => void>()
let life: ReturnType<typeof useTablet> | null = null

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  const offline = async () => {
    throw new TypeError('no line')
  }
  vi.stubGlobal('fetch', offline)
  life = null
  over.mockClear()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  tablet = { id: newId(), token: 'token', pin: await sealPin('482193') }
  await becomeTablet(tablet)
})
/** Keeps a list of that day on a tablet whose clock is wrong by `offset`. */
const keepDay = (offset = 0) =>
  keepList(tablet, {
    status: true,
    name: 'Kuzguncuk',
    area: '',
    day: DAY,
    zone: ZONE,
    now: new Date(MIDNIGHT - 3_600_000).toISOString(),
    salt: 's',
    visits: [
      {
        id: newId(),
        start: new Date(MIDNIGHT - 1_800_000).toISOString(),
        name: 'Zerrin Ş.',
        doctorName: 'Dr. Ak',
        arrivedAt: null,
        proofs: [],
      },
    ],
    at: MIDNIGHT - 3_600_000,
    offset,
  })
const tick = () => act(async () => void vi.advanceTimersByTime(1000))
const begin = () => render(<Probe hear={(its) => (life = its)} />)
const isKept = async () => (await readFact('list')) !== null

test.each([0, 7_200_000, -7_200_000])(
  'rule 73: at the clinic’s midnight, by the server’s clock and offline, the day’s people are removed; check-ins stay (this clock is off by %i ms)',
  async (offset) => {
    vi.setSystemTime(MIDNIGHT - offset - 5_000)
    await keepDay(offset)
    await keepTouch({ visitId: newId(), at: new Date(MIDNIGHT - 60_000).toISOString() })
    await begin()
    await until(() => expect(life?.list?.visits).toHaveLength(1))
    expect([await isKept(), over.mock.calls.length]).toEqual([true, 0])
    vi.setSystemTime(MIDNIGHT - offset + 1)
    await tick()
    await until(() => expect(life?.list).toBeNull())
    await vi.waitFor(async () => expect(await isKept()).toBe(false))
    // and with it the person on the screen
    expect(over).toHaveBeenCalledOnce()
    expect(await readTouches()).toHaveLength(1)
  },
)

test('a tablet that slept or was off at midnight shows and stores no one of yesterday', async () => {
  await keepDay()
  vi.setSystemTime(MIDNIGHT + 9 * 3_600_000)
  await begin()
  await until(() => expect(life?.tablet).toBeTruthy())
  await until(() => expect(life?.list).toBeNull())
  await vi.waitFor(async () => expect(await isKept()).toBe(false))
})

test('rule 71: neither a changed date nor a restart shortens the lock after wrong attempts', async () => {
  vi.setSystemTime(MIDNIGHT - 3_600_000)
  await begin()
  await until(() => expect(life?.tablet).toBeTruthy())
  for (let n = 1; n <= 5; n++) {
    const { lock } = life!
    await act(async () => life!.miss())
    await until(() => expect(life!.lock).not.toEqual(lock))
  }
  const { left } = life!.lock
  expect(left).toBeGreaterThan(110_000)
  vi.setSystemTime(MIDNIGHT + 40 * 24 * 3_600_000)
  await tick()
  await until(() => expect(life!.lock.left).toBeLessThan(left))
  expect(life!.lock.left).toBeGreaterThan(100_000)
  // it returns as it was stored
  await keepFact('lock', { misses: 0, left: 90_000 })
  life = null
  await begin()
  await until(() => expect(life?.lock.left).toBeGreaterThan(80_000))
})

function Probe({ hear }: { hear: (life: ReturnType<typeof useTablet>) => void }) {
  hear(useTablet(over))
  return null
}

// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { render, until } from '../../ui/testing.tsx'
import { sealPin } from './pin.ts'
import { becomeTablet, readTouches } from './store.ts'
import { useTablet } from './use-tablet.ts'

// a disk that stores no more touches; the rest of the store works
vi.mock('./store.ts', async (original) => ({
  ...(await original<typeof import('./store.ts')>()),
  keepTouch: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
}))

test('a check-in that a full disk cannot store is sent at once, and fails if that is impossible: the person is sent to the desk', async () => {
  const arrived: string[] = []
  let online = false
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (!online || !url.includes('arrive')) throw new TypeError('no line')
    const { arrivals } = JSON.parse(body) as { arrivals: { visitId: string }[] }
    arrived.push(...arrivals.map(({ visitId }) => visitId))
    return Response.json({ status: true, arrived })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await becomeTablet({ id: newId(), token: 'token', pin: await sealPin('482193') })
  let life: ReturnType<typeof useTablet> | null = null
  await render(<Probe hear={(its) => (life = its)} />)
  await until(() => expect(life?.tablet).toBeTruthy())
  const touch = (visit: string) => life!.touch(visit)

  const visit = newId()
  expect([await touch(visit), arrived]).toEqual([false, []])
  online = true
  expect([await touch(visit), arrived]).toEqual([true, [visit]])
  expect(await readTouches()).toEqual([])
})

const nothing = () => {}
function Probe({ hear }: { hear: (life: ReturnType<typeof useTablet>) => void }) {
  hear(useTablet(nothing))
  return null
}

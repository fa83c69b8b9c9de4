// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from '../../ui/testing.tsx'
import { useIdle } from './use-idle.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})
const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const idle = vi.fn<() => void>()
let left = 0
let step: (next: string) => void = () => {}
/** Renders a screen that times out after these seconds; returns what it shows, and a way to continue. */
async function begin(seconds: number) {
  idle.mockClear()
  const hear = (its: number, go: typeof step) => {
    left = its
    step = go
  }
  await render(<Screen seconds={seconds} hear={hear} />)
}
function Screen({ seconds, hear }: { seconds: number; hear: (left: number, go: typeof step) => void }) {
  const [at, setAt] = useState('code')
  hear(useIdle(seconds, at, idle), setAt)
  return null
}

test.each(['pointerdown', 'keydown', 'click'])(
  'a screen returns to the start 45 s after the last activity, once; a %s counts as activity',
  async (sign) => {
    await begin(45)
    await wait(44_000)
    expect([left, idle.mock.calls.length]).toEqual([1, 0])
    await act(async () => void document.body.dispatchEvent(new Event(sign, { bubbles: true })))
    expect(left).toBe(45)
    await wait(44_000)
    expect(idle).not.toHaveBeenCalled()
    await wait(60_000)
    expect([left, idle.mock.calls.length]).toEqual([0, 1])
  },
)

test('the next step starts its own timeout', async () => {
  await begin(45)
  await wait(40_000)
  await act(async () => step('choose'))
  await wait(40_000)
  expect(idle).not.toHaveBeenCalled()
})

test('the first screen has no timeout', async () => {
  await begin(0)
  await wait(3_600_000)
  expect(idle).not.toHaveBeenCalled()
})

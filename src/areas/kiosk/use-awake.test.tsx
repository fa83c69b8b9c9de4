// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byRole, click, render, until } from '../../ui/testing.tsx'
import { useAwake } from './use-awake.ts'

let requestCount = 0
let released = 0
const give = async () => {
  requestCount++
  return { release: async () => void released++ }
}
const stand = (wakeLock: unknown) =>
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock })
const turn = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}
beforeEach(() => {
  requestCount = 0
  released = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('the screen stays awake while shown, is requested again when the tablet comes back, and released at the end', async () => {
  stand({ request: give })
  await render(<Awake />)
  await until(() => expect(requestCount).toBe(1))
  // the browser itself releases the lock while the page is hidden
  turn('hidden')
  expect(requestCount).toBe(1)
  turn('visible')
  await until(() => expect(requestCount).toBe(2))
  await click(byRole('button', 'leave'))
  await until(() => expect(released).toBe(1))
  turn('visible')
  expect(requestCount).toBe(2)
})

test('a lock granted after the screen was left is released at once', async () => {
  let answer: (lock: Awaited<ReturnType<typeof give>>) => void = () => {}
  stand({ request: () => new Promise((resolve) => (answer = resolve)) })
  await render(<Awake />)
  await click(byRole('button', 'leave'))
  answer(await give())
  await until(() => expect(released).toBe(1))
})

test('a browser without wake lock, or a low battery that refuses it, causes no error', async () => {
  await render(<Awake />)
  turn('visible')
  const refuse = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('low', 'NotAllowedError')))
  stand({ request: refuse })
  turn('visible')
  await until(() => expect(refuse).toHaveBeenCalledOnce())
})

function Awake() {
  const [here, setHere] = useState(true)
  return here && <Lit onLeave={() => setHere(false)} />
}
function Lit({ onLeave }: { onLeave: () => void }) {
  useAwake()
  return <button onClick={onLeave}>leave</button>
}

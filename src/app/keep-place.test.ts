// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPlace } from './keep-place.ts'

type Change = { location: { state: { __TSR_index: number } }; action: { type: string } }

let height = 600
let rendered: () => void
let moved: (change: Change) => void
const go = (index: number, type: string) => {
  moved({ location: { state: { __TSR_index: index } }, action: { type } })
  rendered()
}
const scrollBy = (y: number) => {
  vi.stubGlobal('scrollY', y)
  dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance', 'setTimeout'] })
  vi.stubGlobal('innerHeight', 600)
  vi.stubGlobal('scrollY', 0)
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => height })
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scrollBy(Math.min(top, height - 600)))
  keepPlace({
    history: {
      location: { state: { __TSR_index: 0 } },
      subscribe: (hear) => {
        moved = hear
        return () => {}
      },
    },
    subscribe: (_, hear) => {
      rendered = hear
      return () => {}
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('going back restores the scroll position, once the rows are there', async () => {
  height = 4000
  scrollBy(2098)
  go(1, 'PUSH')
  scrollBy(0)
  height = 600
  go(0, 'BACK')
  await vi.advanceTimersByTimeAsync(200)
  expect(scrollY).toBe(0)
  height = 4000
  await vi.advanceTimersByTimeAsync(400)
  expect(scrollY).toBe(2098)
})

test('content that appears above later does not move the position', async () => {
  height = 4000
  scrollBy(1200)
  go(1, 'PUSH')
  scrollBy(0)
  go(0, 'BACK')
  await vi.advanceTimersByTimeAsync(1000)
  expect(scrollY).toBe(1200)
  // the browser keeps the rows in place on the screen, 116 px from their earlier position
  height = 4116
  scrollBy(1316)
  await vi.advanceTimersByTimeAsync(400)
  expect(scrollY).toBe(1200)
})

test('a filter that rewrites the address keeps the position; a new page starts at the top', async () => {
  height = 4000
  scrollBy(1159)
  go(0, 'REPLACE')
  go(1, 'PUSH')
  scrollBy(300)
  go(0, 'BACK')
  await vi.advanceTimersByTimeAsync(400)
  expect(scrollY).toBe(1159)
  // a new page replaces the history ahead of this one
  go(1, 'PUSH')
  scrollBy(0)
  go(2, 'PUSH')
  go(1, 'BACK')
  await vi.advanceTimersByTimeAsync(400)
  expect(scrollY).toBe(0)
})

test('it never works against the person: a touch ends the restoration', async () => {
  height = 4000
  scrollBy(3000)
  go(1, 'PUSH')
  scrollBy(0)
  height = 600
  go(0, 'BACK')
  dispatchEvent(new Event('wheel'))
  height = 4000
  await vi.advanceTimersByTimeAsync(1000)
  expect(scrollY).toBe(0)
})

import { expect, test } from 'vitest'
import { beginClock, look, noteVisible, touch, type LockClock } from './lock-clock.ts'

const START = { mono: 5000, wall: 1_000_000, visible: true }
/** Looks at the clock every second for a while, as a tab does. */
function after(
  seconds: number,
  { visible = true, from = beginClock(START) }: { visible?: boolean; from?: LockClock } = {},
) {
  let [clock, why, left] = [from, null as string | null, 0]
  const { mono, wall } = from
  for (let i = 1; i <= seconds && !why; i++)
    ({ clock, why, left } = look(clock, { mono: mono + i * 1000, wall: wall + i * 1000, visible }))
  return { clock, why, left }
}

test('it locks after five minutes without activity, counted down to the second', () => {
  expect(after(270)).toMatchObject({ why: null, left: 30 })
  expect(after(299)).toMatchObject({ why: null, left: 1 })
  expect(after(300).why).toBe('idle')
})

test('activity in any tab resets it; being visible alone does not', () => {
  const { clock } = after(290)
  expect(after(290, { from: touch(clock, clock.mono) })).toMatchObject({ why: null, left: 10 })
  expect(after(10, { from: noteVisible(clock, clock.mono) }).why).toBe('idle')
})

test('it locks after two minutes with all tabs hidden', () => {
  const hidden = after(119, { visible: false })
  expect(hidden.why).toBeNull()
  expect(after(1, { visible: false, from: hidden.clock }).why).toBe('hidden')
  expect(after(60, { visible: false, from: noteVisible(hidden.clock, hidden.clock.mono) }).why).toBeNull()
  // timers of a hidden page sleep: it locks when it is visible again
  const { clock } = after(1)
  expect(look(clock, { mono: clock.mono + 121_000, wall: clock.wall + 121_000, visible: true }).why).toBe('hidden')
})

test('a clock jump in either direction locks, and so does sleep', () => {
  const { clock } = after(1)
  for (const jump of [60_000, -60_000, 86_400_000])
    expect(look(clock, { mono: clock.mono + 1000, wall: clock.wall + 1000 + jump, visible: true }).why).toBe('jump')
  expect(look(clock, { mono: clock.mono + 1000, wall: clock.wall + 3000, visible: true }).why).toBeNull()
})

test('setting the clock back every minute gains no time', () => {
  let clock = beginClock(START)
  const whys = []
  for (let i = 1; i <= 300; i++) {
    const next = look(clock, { mono: START.mono + i * 1000, wall: START.wall, visible: true })
    clock = { ...next.clock, wall: START.wall }
    whys.push(next.why)
  }
  expect(whys.at(-1)).toBe('idle')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGate, MOST_AT_ONCE, MOST_IN_LINE } from './gate.ts'

test('D12: whatever arrives, finishes, fails or leaves, a key never exceeds its share, and nothing is left behind', async () => {
  const acts = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b'), how: fc.constantFrom('done', 'fails', 'leaves', 'waits') }),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const gate = createGate()
      const now = { a: 0, b: 0 }
      const most = { a: 0, b: 0 }
      const ends: (() => void)[] = []
      const running = all.map(({ key, how }) => {
        const lane = key as 'a' | 'b' // of the two
        const left = new AbortController()
        const work = async () => {
          most[lane] = Math.max(most[lane], ++now[lane])
          await new Promise<void>((done) => (how === 'waits' ? ends.push(done) : setImmediate(done)))
          now[lane]--
          if (how === 'fails') throw new Error('of its own')
        }
        const run = gate.run(key, work, left.signal).catch(() => {})
        if (how === 'leaves') left.abort(new Error('left'))
        return run
      })
      for (let n = 0; n < all.length * 3; n++) {
        await new Promise((done) => setImmediate(done))
        ends.shift()?.()
      }
      await Promise.all(running)
      expect(Math.max(most.a, most.b)).toBeLessThanOrEqual(MOST_AT_ONCE)
      expect(gate.size()).toBe(0)
    }),
  )
})

test('a request is refused when all places are taken; those in the queue get their turn', async () => {
  const gate = createGate()
  let end!: () => void
  const held = new Promise<void>((done) => (end = done))
  const runs = Array.from({ length: MOST_AT_ONCE + MOST_IN_LINE }, () => gate.run('a', () => held))
  await expect(gate.run('a', async () => {})).rejects.toMatchObject({ code: 'busy', status: 503 })
  await expect(gate.run('b', async () => 'another')).resolves.toBe('another')
  end()
  await Promise.all(runs)
  expect(gate.size()).toBe(0)
})

import { describe, expect, test } from 'vitest'
import { createHolding } from './holding.ts'

/** The server's side of rule 16: one held time per person; `say` decides how a request ends. */
function line(say: (time: string) => 'done' | 'refused' | 'unreachable') {
  const sent: string[] = []
  const holding = createHolding(
    async (time: string) => {
      sent.push(`hold ${time}`)
      await Promise.resolve()
      return { kind: say(time) }
    },
    async () => void sent.push('release'),
  )
  return { sent, holding }
}

describe('a chosen time is let go on the way out, and only what was asked for (rule 16)', () => {
  test('nothing was chosen, or there was no network: nothing is sent', async () => {
    const { sent, holding } = line(() => 'done')
    await holding.leave()
    expect(sent).toEqual([])
  })

  test('kept, then left: one release, however often the page is left', async () => {
    const { sent, holding } = line(() => 'done')
    await holding.take('09:00')
    await holding.take('09:20')
    await holding.leave()
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'hold 09:20', 'release'])
  })

  test('refused: there is nothing to let go', async () => {
    const { sent, holding } = line(() => 'refused')
    await holding.take('09:00')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00'])
  })

  test('refused after another was kept: that other one is let go', async () => {
    const { sent, holding } = line((time) => (time === '09:20' ? 'refused' : 'done'))
    await holding.take('09:00')
    await holding.take('09:20')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'hold 09:20', 'release'])
  })

  test('left before the answer came: the release goes behind the question', async () => {
    let answer = (_: { kind: string }) => {}
    const sent: string[] = []
    const holding = createHolding(
      () => {
        sent.push('hold')
        return new Promise<{ kind: string }>((resolve) => (answer = resolve))
      },
      async () => void sent.push('release'),
    )
    void holding.take()
    const left = holding.leave()
    await Promise.resolve()
    expect(sent).toEqual(['hold'])
    answer({ kind: 'done' })
    await left
    expect(sent).toEqual(['hold', 'release'])
  })

  test('a question that nobody answered may have been heard: it is let go', async () => {
    const { sent, holding } = line(() => 'unreachable')
    await holding.take('09:00')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'release'])
  })
})

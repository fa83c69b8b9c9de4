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

describe('a held time is released on leaving, and only if it was requested (rule 16)', () => {
  test('without a choice, or offline, nothing is sent', async () => {
    const { sent, holding } = line(() => 'done')
    await holding.leave()
    expect(sent).toEqual([])
  })

  test('held, then left: one release, however often the page is left', async () => {
    const { sent, holding } = line(() => 'done')
    await holding.take('09:00')
    await holding.take('09:20')
    await holding.leave()
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'hold 09:20', 'release'])
  })

  test('refused: there is nothing to release', async () => {
    const { sent, holding } = line(() => 'refused')
    await holding.take('09:00')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00'])
  })

  test('refused while another is held: that other one is released', async () => {
    const { sent, holding } = line((time) => (time === '09:20' ? 'refused' : 'done'))
    await holding.take('09:00')
    await holding.take('09:20')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'hold 09:20', 'release'])
  })

  test('left before the reply: the release is sent after the request', async () => {
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

  test('a request without a reply may have arrived: it is released', async () => {
    const { sent, holding } = line(() => 'unreachable')
    await holding.take('09:00')
    await holding.leave()
    expect(sent).toEqual(['hold 09:00', 'release'])
  })
})

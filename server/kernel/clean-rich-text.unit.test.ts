import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { cleanRichTextAside } from './clean-rich-text.ts'
import { cleanRichText } from './rich-text.ts'

const HARD = '<'.repeat(59_000)

/** How long the event loop was blocked, ms. */
async function heldBy(work: () => unknown): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).active
}

test('a text that takes long to clean blocks no one (G9)', async () => {
  await cleanRichTextAside(HARD) // the parser is loaded and warm
  cleanRichText(HARD)
  const [aside, here]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    here.push(await heldBy(() => cleanRichText(HARD)))
    aside.push(await heldBy(() => cleanRichTextAside(HARD)))
  }
  expect(Math.min(...aside)).toBeLessThan(Math.min(...here) / 3)
})

test.each([HARD, '<p>a</p>'.repeat(5000), `<p>${'&amp;'.repeat(4000)}</p>`, '<p>short</p>'])(
  'the worker’s result equals the direct one: %.12s',
  async (html) => {
    expect(await cleanRichTextAside(html)).toBe(cleanRichText(html))
    expect(await cleanRichTextAside(html, { pictures: false })).toBe(cleanRichText(html, { pictures: false }))
  },
)

test('texts are cleaned one at a time, and each gets its own answer', async () => {
  const texts = ['a', 'b', 'c', 'd'].map((sign) => `<p>${sign}</p>`.repeat(2000))
  expect(await Promise.all(texts.map((html) => cleanRichTextAside(html)))).toEqual(texts)
})

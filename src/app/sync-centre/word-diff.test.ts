import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

const text = fc
  .array(fc.constantFrom('left', 'ear', 'red', 'again', 'Hörtest'), { maxLength: 12 })
  .map((words) => words.join(' '))

test('the pieces make up the text, and equal texts do not differ', () => {
  fc.assert(
    fc.property(text, text, (mine, theirs) => {
      expect(
        wordDiff(mine, theirs)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(mine)
      expect(wordDiff(mine, mine).some((piece) => piece.differs)).toBe(false)
    }),
  )
})

test('only what the other text lacks is marked', () => {
  expect(wordDiff('left ear is red', 'left ear is fine')).toEqual([
    { text: 'left ear is ', differs: false },
    { text: 'red', differs: true },
  ])
  expect(wordDiff('10:40–11:10', '11:00–11:20')).toEqual([{ text: '10:40–11:10', differs: true }])
})

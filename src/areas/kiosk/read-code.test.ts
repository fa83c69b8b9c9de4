import { expect, test } from 'vitest'
import { codeIn } from './read-code.ts'

const OURS = '019a9abc-0000-7000-8000-000000000001'
const THEIRS = '019a9abc-0000-7000-8000-000000000002'

test.each([
  [`bedside:${OURS}:004211`, '004211'],
  // of another clinic: its visit is not on this list
  [`bedside:${THEIRS}:004211`, null],
  [`bedside:${OURS}:42`, null],
  [`bedside:${OURS}:004211 `, null],
  ['https://example.com', null],
  ['', null],
])('%s is %s', (text, code) => expect(codeIn(text, [{ id: OURS }])).toBe(code))

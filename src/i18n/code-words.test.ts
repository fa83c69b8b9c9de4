import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { MESSAGE_CODES } from '../../contract/kernel/messages.ts'
import { messages } from './messages.ts'

test('the API document has each code’s text as in the app (`vitest -u` updates it)', async () => {
  i18n.load('en', {})
  i18n.activate('en')
  const words = Object.fromEntries(MESSAGE_CODES.map((code) => [code, i18n._(messages[code])]))
  expect(words['cancel_window']).toMatch(/until \d+ hours before/)
  await expect(`${JSON.stringify(words, null, 2)}\n`).toMatchFileSnapshot('../../server/app/openapi/code-words.json')
})

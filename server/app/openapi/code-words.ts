import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageCode } from '../../../contract/kernel/messages.ts'

/**
 * Every code in English, as the app says it: written from the app's own words by `tests/api/code-words.test.ts` (`vitest -u`), which also holds that
 * they are still the same.
 */
export const codeWords: Readonly<Record<MessageCode, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'code-words.json'), 'utf8'),
)

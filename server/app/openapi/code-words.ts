import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageCode } from '../../../contract/kernel/messages.ts'

/**
 * Every code in English, in the app's words. `tests/api/code-words.test.ts` writes the file from the app's catalog
 * (`vitest -u`) and checks that it is current.
 */
export const codeWords: Readonly<Record<MessageCode, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'code-words.json'), 'utf8'),
)

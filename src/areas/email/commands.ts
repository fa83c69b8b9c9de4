import type { Input } from '../../../contract/calls.ts'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { emailCalls, type Letter, type LetterInAll } from '../../../contract/email/email.ts'
import { call } from '../../api/call.ts'
import type { Shown } from '../../db/row.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'
import { isSame, lettersOf } from './queries.ts'

/**
 * Saves the languages that differ, offline too. If a text equals the built-in one again, it follows the product's from
 * then on. Returns the entry's id. Throws `NotSaved` if the device has no room.
 */
export function saveLetters(device: Device, email: Shown<'email'>, letters: LetterInAll): Promise<string> {
  const before = lettersOf(email)
  const changed = LANGUAGES.filter((lang) => !isSame(letters[lang], before[lang]))
  const own = EMAIL_DEFAULTS[email.template]
  return queueChange(device, 'email.update', {
    id: email.id,
    ...Object.fromEntries(changed.map((lang) => [lang, isSame(letters[lang], own[lang]) ? null : letters[lang]])),
  })
}

/** Restores the built-in text of a language. */
export const restoreLetter = (device: Device, id: string, lang: Language): Promise<string> =>
  queueChange(device, 'email.update', { id, [lang]: null })

/** Sends the editor's text to the person who tests it. */
export const sendTestLetter = (id: string, lang: Language, by: 'mail' | 'sms', letter: Letter) =>
  call(emailCalls['email.test'], { id, lang, by, letter })

export const resendLetters = (ids: Input<'email.resend'>['ids']) => call(emailCalls['email.resend'], { ids })
export const giveUpLetters = (ids: Input<'email.giveUp'>['ids']) => call(emailCalls['email.giveUp'], { ids })

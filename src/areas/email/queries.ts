import { useLiveQuery } from 'dexie-react-hooks'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { isTemplate } from '../../../contract/email/email.templates.ts'
import { emailCalls, type Letter, type LetterInAll } from '../../../contract/email/email.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** All templates on this device with their unsent changes, ordered by id. */
export function useEmails(): Shown<'email'>[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'email').orderBy('id').toArray())
        .map((stored) => show('email', stored))
        // this build has no built-in text for a newer build's template
        .filter(({ template }) => isTemplate(template)),
    [db],
  )
}

/** The current texts of a template: the admins' own, otherwise the built-in ones. */
export const lettersOf = (email: Shown<'email'>): LetterInAll =>
  Object.fromEntries(
    LANGUAGES.map((lang) => [lang, email[lang] ?? EMAIL_DEFAULTS[email.template][lang]]),
  ) as LetterInAll // every language has one

/** The languages with a text of the admins' own. */
export const changedIn = (email: Shown<'email'>): Language[] => LANGUAGES.filter((lang) => email[lang] !== null)

export const isSame = (a: Letter, b: Letter) => a.subject === b.subject && a.content === b.content && a.sms === b.sms

/** Messages that could not be sent, from the server; those before `before`, or the newest. */
export const useUndelivered = (before: string | null) =>
  useAnswer(() => call(emailCalls['email.undelivered'], before ? { before } : {}), `undelivered ${before ?? ''}`)

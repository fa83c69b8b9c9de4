import type { Language } from '../../contract/constants.ts'
import { accountWords } from './words-account.ts'
import { calendarWords } from './words-calendar.ts'
import { paymentWords } from './words-payment.ts'
import { visitWords } from './words-visit.ts'

const allWords = { ...accountWords, ...calendarWords, ...paymentWords, ...visitWords }

/** What can be said. The words hold names, places and links, never a specialty, a reason or a drug (rule 66). */
export type Template = keyof typeof allWords

/** A template in one language: `{name}` and the like are filled in. An SMS has no subject and its own, shorter text. */
export type Words = { readonly subject: string; readonly text: string; readonly sms: string }

/** The message as it goes out, in its receiver's language. A word without a value is left empty. */
export function fill(
  template: Template,
  lang: Language,
  args: Readonly<Record<string, string>>,
): { subject: string; text: string; sms: string } {
  const words: Words = allWords[template][lang]
  const put = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
  // a line break in a subject would begin another header
  return { subject: put(words.subject).replaceAll(/\s+/g, ' '), text: put(words.text), sms: put(words.sms) }
}

export const isTemplate = (name: string): name is Template => Object.hasOwn(allWords, name)

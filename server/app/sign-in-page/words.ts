import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'

/** The texts of the sign-in page, as `src/areas/session` has them; a test checks that all four catalogs have each. */
export const MESSAGES = [
  'Sign in',
  'For clinics and administration',
  'For doctors',
  'For patients',
  'Email or phone',
  'Password',
  'Forgot your password?',
  'Others use this device too',
  'Your data is encrypted on this device and locks after five minutes. Only untick this on your own device.',
  'Appointments, test results and medication advice in one place, even offline.',
  'Appointments that go on offline.',
  'Address',
  'Phone',
  'Sign in with a passkey',
  'Other sign-in options',
  'Create an account',
  'Register as a doctor',
  'I am a patient',
  'I am a doctor',
  'Clinic and administration',
  'Unsent changes stay on this device until their author signs in again.',
] as const
export type Words = Readonly<Record<(typeof MESSAGES)[number], string>>

/**
 * Read from the catalogs of the sign-in pages, from which the app's own words are made; a missing one stays as
 * it is in the source.
 */
export async function readWords(): Promise<Readonly<Record<Language, Words>>> {
  const read = async (language: Language) => {
    const catalog = await readFile(join(LOCALES, language, 'door.po'), 'utf8')
    return [language, Object.fromEntries(MESSAGES.map((id) => [id, wordsOf(catalog, id) || id]))] as const
  }
  return Object.fromEntries(await Promise.all(LANGUAGES.map(read))) as Record<Language, Words> // each of SAID
}

/** The translation of a message without a context: `msgid` and `msgstr`, each on one line, as the extractor writes them. */
export const wordsOf = (catalog: string, id: string): string => {
  const [, found] =
    catalog
      .split(`\n\n`)
      .filter((entry) => !entry.includes('\nmsgctxt '))
      .map((entry) => /^msgid "(.*)"\nmsgstr "(.*)"$/m.exec(entry))
      .find((its) => its?.[1] === id)
      ?.slice(1) ?? []
  return found?.replaceAll('\\"', '"') ?? ''
}

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'locales')

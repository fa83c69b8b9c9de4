import type { Language } from '../../../../contract/kernel/constants.ts'
import { guestDe } from './guest-de.ts'
import { guestEn } from './guest-en.ts'
import { guestRu } from './guest-ru.ts'
import { guestTr } from './guest-tr.ts'
import type { GuestWords } from './guest-words.ts'

export const GUEST_WORDS: Readonly<Record<Language, GuestWords>> = {
  tr: guestTr,
  en: guestEn,
  de: guestDe,
  ru: guestRu,
}

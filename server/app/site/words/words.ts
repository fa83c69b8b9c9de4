import type { Language } from '../../../../contract/kernel/constants.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'
import type { SiteWords } from './site-words.ts'
import { tr } from './tr.ts'

export const WORDS: Readonly<Record<Language, SiteWords>> = { tr, en, de, ru }

import type { Language } from '../../../../contract/kernel/constants.ts'
import { askDe } from './ask-de.ts'
import { askEn } from './ask-en.ts'
import { askRu } from './ask-ru.ts'
import { askTr } from './ask-tr.ts'
import type { AskWords } from './ask-words.ts'

export const ASK_WORDS: Readonly<Record<Language, AskWords>> = { tr: askTr, en: askEn, de: askDe, ru: askRu }

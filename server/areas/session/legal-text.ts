import { createHash } from 'node:crypto'
import type { Language } from '../../../contract/kernel/constants.ts'

export type Texts = readonly { readonly lang: Language; readonly value: string }[]

/** The text in the reader's language, otherwise in another; undefined if there is none. */
export const shownOf = (texts: Texts, lang: string) =>
  texts.find((each) => each.lang === lang) ?? texts.find((each) => each.lang === 'tr') ?? texts[0]

/** What a consent keeps of the text that was agreed to: the beginning of its SHA-256 (SPEC §5). */
export const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

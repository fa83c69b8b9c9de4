import * as v from 'valibot'
import { language, listOf, text } from './fields.ts'
import { isBlank } from './rich-text.rules.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from './constants.ts'

/**
 * Rich text as it may be sent: HTML of at most `max` UTF-16 units that says or shows something. What is kept of it is what
 * `rich-text.rules.ts` lists: the server drops the rest without a word, as what is pasted from elsewhere always brings some.
 */
export const requiredRichText = (max: number) =>
  v.pipe(
    text(max),
    v.check((html) => !isBlank(html), 'required'),
  )

/** Rich text as it was kept. Cleaning may write a letter as its entity, so it can be longer than what was sent. */
export const keptRichText = v.string()

/** A rich text per language as it was kept (SPEC §3). */
export const multilingualRichText = v.array(v.strictObject({ lang: language, value: keptRichText }))

/** The same as it may be sent: each language once, and where the text is required, Turkish filled (SCREENS B0). */
export const multilingualRichInput = (max: number, need?: 'required') =>
  v.pipe(
    listOf(v.strictObject({ lang: language, value: requiredRichText(max) }), LANGUAGES.length),
    v.check((texts) => new Set(texts.map(({ lang }) => lang)).size === texts.length, 'language_twice'),
    v.check((texts) => need !== 'required' || texts.some(({ lang }) => lang === DEFAULT_LANGUAGE), 'required'),
  )

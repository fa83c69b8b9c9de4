import * as v from 'valibot'
import { language, listOf, text } from './fields.ts'
import { isBlank } from './rich-text.rules.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from './constants.ts'

/**
 * Rich text for input: HTML of at most `max` UTF-16 units that contains a letter or a picture. Only what
 * `rich-text.rules.ts` lists is stored: the server drops the rest silently, since pasted text always brings some.
 */
export const requiredRichText = (max: number) =>
  v.pipe(
    text(max),
    v.check((html) => !isBlank(html), 'required'),
  )

/** Stored rich text. Cleaning may write a letter as its entity, so it can be longer than the input. */
export const keptRichText = v.string()

/** A stored rich text per language (SPEC §3). */
export const multilingualRichText = v.array(v.strictObject({ lang: language, value: keptRichText }))

/** The same for input: each language once, and Turkish is required where the text is (SCREENS B0). */
export const multilingualRichInput = (max: number, need?: 'required') =>
  v.pipe(
    listOf(v.strictObject({ lang: language, value: requiredRichText(max) }), LANGUAGES.length),
    v.check((texts) => new Set(texts.map(({ lang }) => lang)).size === texts.length, 'language_twice'),
    v.check((texts) => need !== 'required' || texts.some(({ lang }) => lang === DEFAULT_LANGUAGE), 'required'),
  )

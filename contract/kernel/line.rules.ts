/**
 * A text as it is stored and compared: NFC, so that text typed on a Mac equals text typed on Windows. No language has a
 * letter with more than thirty marks; a long text of such letters stays as it is, because ordering marks takes
 * quadratic time (UAX #15, "Stream-Safe Text Format").
 */
export const composed = (text: string): string =>
  text.length > ORDERED_AT_ONCE && MANY_MARKS.test(text) ? text : text.normalize('NFC')

const ORDERED_AT_ONCE = 1000
const MANY_MARKS = /(?:^|\P{M})\p{M}{31}/u

/** A text of at most this many UTF-16 units is one line; a longer one is prose. */
export const LONGEST_LINE = 300

/**
 * Whether a line contains invisible characters: ones that change the reading direction (UAX #9) or take no space. With
 * them, two names that look alike differ, and a name can rewrite the text beside it (UTR #36). ZWNJ and ZWJ are allowed
 * where they have meaning: after a letter of a script that joins its letters, and within an emoji.
 */
export const hasInvisible = (line: string): boolean => SUSPECT.test(line) && withoutInvisible(line) !== line

/** The same line without them. */
export const withoutInvisible = (line: string): string => line.replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINER, '$1')

const SUSPECT = /[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g
const JOINING_SCRIPTS = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Nkoo Orya Sinh Syrc Taml Telu'
const JOINED = `${JOINING_SCRIPTS.replaceAll(/\w+ ?/g, (script) => `\\p{scx=${script.trim()}}`)}\\p{Extended_Pictographic}\\uFE0F\\u{1F3FB}-\\u{1F3FF}`
const STRAY_JOINER = new RegExp(`(^|[^${JOINED}])[\\u200C\\u200D]+`, 'gu')

/**
 * The first piece of a text that a mail program or a phone would turn into a link, or null. An email address does not
 * count: it leads to no page.
 */
export const addressIn = (text: string): string | null => text.split(/\s+/).find(isAddress) ?? null

/** The text with all such pieces broken up, so that nothing turns them into links; the rest stays readable. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/\S+/g, (word) =>
    isAddress(word) ? word.replaceAll(SCHEME, ' ').replaceAll(INNER_DOT, '. ').trim() : word,
  )

const isAddress = (word: string) => SCHEME_ONCE.test(word) || (!MAILBOX.test(word) && DOTTED.test(word))

const SCHEME = /[a-z][a-z0-9+.-]{0,30}:\/+|\/\/+/gi
const SCHEME_ONCE = /\/\/|^\W*www\.\w/i
/** `name@host`, followed only by the end of a sentence. */
const MAILBOX = /^[^\s@/:?#]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+[)"“”»>.,;:!?]*$/u
/** A name with a dot in it, like `clinic.example`, or an IP address followed by a path. */
const DOTTED = /[\p{L}\p{N}_-][.。．｡]\p{L}{2,}|\d\.\d{1,9}\.\d{1,9}\.\d{1,9}[:/]/u
const INNER_DOT = /[.。．｡](?=[\p{L}\p{N}])/gu

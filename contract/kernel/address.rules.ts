/**
 * The first piece of a text that a mail program or a phone would make a link of, or null. An e-mail address is none: it leads to no page.
 */
export const addressIn = (text: string): string | null => text.split(/\s+/).find(isAddress) ?? null

/** The text with all such pieces broken, so that nothing makes a link of them; whatever else they say stays readable. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/\S+/g, (word) =>
    isAddress(word) ? word.replaceAll(SCHEME, ' ').replaceAll(INNER_DOT, '. ').trim() : word,
  )

const isAddress = (word: string) => SCHEME_ONCE.test(word) || (!MAILBOX.test(word) && DOTTED.test(word))

const SCHEME = /[a-z][a-z0-9+.-]{0,30}:\/+|\/\/+/gi
const SCHEME_ONCE = /\/\/|^\W*www\.\w/i
/** `name@host` and nothing after it but the end of a sentence. */
const MAILBOX = /^[^\s@/:?#]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+[)"“”»>.,;:!?]*$/u
/** A name with a dot in it, as `clinic.example` or an address of numbers followed by a path. */
const DOTTED = /[\p{L}\p{N}_-][.。．｡]\p{L}{2,}|\d\.\d{1,9}\.\d{1,9}\.\d{1,9}[:/]/u
const INNER_DOT = /[.。．｡](?=[\p{L}\p{N}])/gu

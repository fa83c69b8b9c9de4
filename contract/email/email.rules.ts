import { addressIn } from '../kernel/address.rules.ts'
import type { Letter } from './email.ts'
import { EMAIL_TEMPLATES, type Tag, type Template } from './email.templates.ts'

/** A part of a letter and the tags in it that are wrong there. */
type Wrong = {
  readonly refused: 'tag_unknown' | 'tag_missing' | 'address_in_letter'
  readonly part: keyof Letter
  readonly tags: readonly string[]
}

/**
 * Why these words cannot be a template's, or null: a `{tag}` that it does not have, one without which nobody could act on it, or, where the
 * link is fixed, an address beside it. Links stay out of subjects, which lock screens show. Form and server ask the same.
 */
export function whyNotLetter(template: Template, letter: Letter): Wrong | null {
  const { needs, ...its } = EMAIL_TEMPLATES[template]
  for (const part of PARTS) {
    const known: readonly string[] = tagsFor(template, part)
    const used = tagsIn(letter[part])
    const unknown = used.filter((tag) => !known.includes(tag))
    if (unknown.length) return { refused: 'tag_unknown', part, tags: unknown }
    const missing = part === 'subject' ? [] : needs.filter((tag) => !used.includes(tag))
    if (missing.length) return { refused: 'tag_missing', part, tags: missing }
    if ('fixedLink' in its && addressIn(letter[part]) !== null) return { refused: 'address_in_letter', part, tags: [] }
  }
  return null
}

/** The tags a part of a template may use. */
export const tagsFor = (template: Template, part: keyof Letter): readonly Tag[] =>
  EMAIL_TEMPLATES[template].tags.filter((tag) => part !== 'subject' || tag !== 'link')

/** Each `{tag}` of a text, once. */
export const tagsIn = (text: string): string[] => [...new Set([...text.matchAll(TAG)].map((found) => found[1] ?? ''))]

/**
 * The words with their tags filled, as text: what fills them is never read again. A tag without a value is left empty; a line that would say
 * nothing then, since none of its tags has one, is left out. Control characters stay out but for the ends of lines: no phone's alphabet has them
 * (3GPP 23.038), and a gateway refuses the message or cuts it there.
 */
export function fillLetter({ subject, content, sms }: Letter, args: Readonly<Record<string, string>>): Letter {
  const valueOf = (tag: string) => (Object.hasOwn(args, tag) ? args[tag]! : '')
  const says = (line: string) => {
    const tags = tagsIn(line)
    return tags.length === 0 || tags.some((tag) => valueOf(tag) !== '')
  }
  const put = (text: string) =>
    text
      .split('\n')
      .filter(says)
      .map((line) => line.replace(TAG, (_, tag: string) => valueOf(tag)))
      .join('\n')
      .replaceAll(CONTROL, ' ')
      .replaceAll(/\n{3,}/g, '\n\n')
  // a line break in a subject would begin another header
  return { subject: put(subject).replaceAll(/\s+/g, ' '), content: put(content), sms: put(sms) }
}

const PARTS = ['subject', 'content', 'sms'] as const
const CONTROL = /[^\P{Cc}\r\n]/gu
const TAG = /\{([\p{L}\p{N}_]+)\}/gu

import { addressIn } from '../kernel/address.rules.ts'
import type { Letter } from './email.ts'
import { EMAIL_TEMPLATES, type Tag, type Template } from './email.templates.ts'

/** A part of a letter, and its wrong tags. */
type Wrong = {
  readonly refused: 'tag_unknown' | 'tag_missing' | 'address_in_letter'
  readonly part: keyof Letter
  readonly tags: readonly string[]
}

/**
 * Why these words cannot be a template's, or null: an unknown `{tag}`, a missing tag without which no one could act on
 * the message, or, where the link is fixed, another address. Subjects have no links, because lock screens show them.
 * Form and server use this same rule.
 */
export function whyNotLetter(template: Template, letter: Letter): Wrong | null {
  const { needs, ...rules } = EMAIL_TEMPLATES[template]
  for (const part of PARTS) {
    const known: readonly string[] = tagsFor(template, part)
    const used = tagsIn(letter[part])
    const unknown = used.filter((tag) => !known.includes(tag))
    if (unknown.length) return { refused: 'tag_unknown', part, tags: unknown }
    const missing = part === 'subject' ? [] : needs.filter((tag) => !used.includes(tag))
    if (missing.length) return { refused: 'tag_missing', part, tags: missing }
    if ('fixedLink' in rules && addressIn(letter[part]) !== null)
      return { refused: 'address_in_letter', part, tags: [] }
  }
  return null
}

/** The tags a part of a template may use. */
export const tagsFor = (template: Template, part: keyof Letter): readonly Tag[] =>
  EMAIL_TEMPLATES[template].tags.filter((tag) => part !== 'subject' || tag !== 'link')

/** Each `{tag}` of a text, once. */
export const tagsIn = (text: string): string[] => [...new Set([...text.matchAll(TAG)].map((found) => found[1] ?? ''))]

/**
 * The words with their tags filled, as text: inserted values are never read for tags again. A tag without a value is
 * left empty; a line whose tags are all empty is dropped. Control characters are removed, except line ends: no phone
 * alphabet has them (3GPP 23.038), and a gateway would refuse the message or cut it there.
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
  // a line break in a subject would start another header
  return { subject: put(subject).replaceAll(/\s+/g, ' '), content: put(content), sms: put(sms) }
}

const PARTS = ['subject', 'content', 'sms'] as const
const CONTROL = /[^\P{Cc}\r\n]/gu
const TAG = /\{([\p{L}\p{N}_]+)\}/gu

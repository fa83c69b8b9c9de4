import type { Language } from '../kernel/constants.ts'
import { fillLetter } from './email.rules.ts'
import { EMAIL_TEMPLATES, type Template } from './email.templates.ts'
import type { Letter } from './email.ts'
import { withoutAddresses } from '../kernel/address.rules.ts'

/**
 * A message as its recipient reads it. If the link opens an account or a payment, it is in a block of its own below the
 * words: no template and no name of a person or clinic can contain, wrap or replace it, and no other address in the
 * message can be followed (docs/decisions/0040). Words written before this rule are checked when they go out.
 */
export function writeLetter(
  template: Template,
  lang: Language,
  letter: Letter,
  args: Readonly<Record<string, string>>,
): Letter & { readonly link: LinkBlock | null } {
  const filled = fillLetter(letter, hasFixedLink(template) ? { ...args, link: '' } : args)
  if (!hasFixedLink(template)) return { ...filled, link: null }
  const link = args['link'] ?? ''
  const note = NOTE[lang].replace('{host}', URL.parse(link)?.host ?? link)
  const content = withoutAddresses(filled.content).trim()
  const close = `${CLOSE[lang]}\n${withoutAddresses(args['house'] ?? '')}`.trim()
  return {
    subject: withoutAddresses(filled.subject),
    content: `${link ? `${content}\n\n${link}\n\n${note}` : content}\n\n${close}`,
    sms: `${withoutAddresses(filled.sms).trim()} ${link}`.trim(),
    link: link ? { words: content, link, note, close } : null,
  }
}

/** The parts of a mail with a fixed link, for code that renders it: only `link` may become a link. */
export type LinkBlock = { readonly words: string; readonly link: string; readonly note: string; readonly close: string }

export const hasFixedLink = (template: Template): boolean => 'fixedLink' in EMAIL_TEMPLATES[template]

/** The closing of a letter in each language, before the clinic's name. */
const CLOSE: Readonly<Record<Language, string>> = {
  tr: 'Saygılarımızla',
  en: 'Kind regards',
  de: 'Mit freundlichen Grüßen',
  ru: 'С уважением,',
}

const NOTE: Readonly<Record<Language, string>> = {
  tr: 'Bu bağlantı {host} adresine gider. Bu mesajda başka bir adres varsa açmayınız.',
  en: 'This link leads to {host}. If there is any other address in this message, do not open it.',
  de: 'Dieser Link führt zu {host}. Sollte in dieser Nachricht eine andere Adresse stehen, öffnen Sie sie nicht.',
  ru: 'Эта ссылка ведёт на {host}. Если в сообщении есть другой адрес, не открывайте его.',
}

import type { Language } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { writeLetter, type LinkBlock } from '../../../contract/email/email.link.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { Letter } from '../../../contract/email/email.ts'
import type { Db } from '../../db/pool.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { parseReply } from '../../../contract/kernel/reply.ts'

/** The texts that admins have written instead of the built-in ones. */
export type WrittenLetters = ReadonlyMap<string, Letter>

/** All of them in one query; works for any caller. */
export async function readLetters(db: Db): Promise<WrittenLetters> {
  const { rows } = await db.query<{ template: string; lang: string; letter: unknown }>(WRITTEN)
  return new Map(
    rows.flatMap(({ template, lang, letter }) => {
      try {
        return [[`${template} ${lang}`, parseReply(Letter, letter)] as const]
      } catch {
        return [] // an invalid one is replaced by the template's built-in words: it must not make all others unreadable
      }
    }),
  )
}

/**
 * The message as it is sent, in its receiver's language; `text` and `html` have the same content. In the HTML part
 * every word is escaped, the template's as well as its arguments, so that no one can inject markup.
 */
export function fill(
  template: Template,
  lang: Language,
  args: Readonly<Record<string, string>>,
  written: WrittenLetters = new Map(),
): { subject: string; text: string; html: string; sms: string } {
  const letter = written.get(`${template} ${lang}`) ?? EMAIL_DEFAULTS[template][lang]
  const { subject, content, sms, link } = writeLetter(template, lang, letter, args)
  return { subject, text: content, html: asHtml(link ? withBlock(link) : linked(escapeHtml(content)), lang), sms }
}

const WRITTEN = `select template, lang, letter from email
  cross join lateral (values ('tr', tr), ('en', en), ('de', de), ('ru', ru)) as each (lang, letter) where letter is not null`

/** `escaped` is HTML already, in paragraphs with a blank line between. */
function asHtml(escaped: string, lang: Language): string {
  const paragraphs = escaped
    .trim()
    .split(/\n{2,}/)
    .map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="${STYLE}">${paragraphs.join('')}</body></html>`
}

/** The words as plain text, then the one address that becomes a link. */
const withBlock = ({ words, link, note, close }: LinkBlock) =>
  `${escapeHtml(words)}\n\n${linked(escapeHtml(link))}\n\n${escapeHtml(note)}\n\n${escapeHtml(close)}`

/** Only complete web addresses become links; other schemes stay text. */
const linked = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const STYLE =
  'margin:0 auto;max-width:36rem;padding:1rem;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;overflow-wrap:anywhere'

import type { Language } from '../../contract/constants.ts'
import { EMAIL_DEFAULTS } from '../../contract/email.defaults.ts'
import { fillLetter } from '../../contract/email.rules.ts'
import type { Template } from '../../contract/email.templates.ts'
import { Letter } from '../../contract/email.ts'
import * as v from 'valibot'
import type { Db } from '../db/pool.ts'

/** What admins have written instead of the templates' own words. */
export type WrittenLetters = ReadonlyMap<string, Letter>

/** All of them, in one question; works under any sight. */
export async function readLetters(db: Db): Promise<WrittenLetters> {
  const { rows } = await db.query<{ template: string; lang: string; letter: unknown }>(WRITTEN)
  return new Map(rows.map(({ template, lang, letter }) => [`${template} ${lang}`, v.parse(Letter, letter)]))
}

/**
 * The message as it goes out, in its receiver's language: `text` and `html` say the same. In the HTML part every word, the template's as
 * well as what fills it, is escaped: there is no way to write markup into it.
 */
export function fill(
  template: Template,
  lang: Language,
  args: Readonly<Record<string, string>>,
  written: WrittenLetters = new Map(),
): { subject: string; text: string; html: string; sms: string } {
  const { subject, content, sms } = fillLetter(
    written.get(`${template} ${lang}`) ?? EMAIL_DEFAULTS[template][lang],
    args,
  )
  return { subject, text: content, html: asHtml(content, lang), sms }
}

const WRITTEN = `select template, lang, letter from email
  cross join lateral (values ('tr', tr), ('en', en), ('de', de), ('ru', ru)) as each (lang, letter) where letter is not null`

function asHtml(text: string, lang: Language): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((each) => `<p>${linked(escapeHtml(each)).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="${STYLE}">${paragraphs.join('')}</body></html>`
}

/** Only whole addresses of the web become links; a scheme of another kind stays text. */
const linked = (escaped: string) =>
  escaped.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE =
  'margin:0 auto;max-width:36rem;padding:1rem;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;overflow-wrap:anywhere'

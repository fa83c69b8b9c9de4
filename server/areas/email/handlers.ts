import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { whyNotLetter } from '../../../contract/email/email.rules.ts'
import { EMAIL_TEMPLATES } from '../../../contract/email/email.templates.ts'
import type { Email, Letter, Undelivered } from '../../../contract/email/email.ts'
import type { Db } from '../../db/pool.ts'
import type { Area } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { tellPrivateClinics } from '../notification/tell-private.ts'
import { sendTest } from './test-letter.ts'

export const emailHandlers: Area<'email'> = {
  'email.list': async (_, { db }) => {
    const { rows } = await db.query<Email>('select * from email_row order by id')
    return { status: true, total: rows.length, pages: 1, after: null, emails: rows.map(listed) }
  },

  'email.update': async ({ id, ...letters }, ctx) => {
    const { db, base, refuse } = ctx
    const email = await lockEmail(db, id)
    if (!email) return refuse('email_not_found')
    const changed = LANGUAGES.filter((lang) => letters[lang] !== undefined)
    judge({ table: 'email', id }, email.field_versions, base, changed)
    for (const lang of changed) {
      const letter = letters[lang]
      const wrong = letter && whyNotLetter(email.template, letter)
      if (wrong) return refuse(wrong.refused, { lang, part: wrong.part, tags: wrong.tags })
    }
    const set = Object.fromEntries(changed.map((lang) => [lang, letters[lang] ?? null]))
    await db.query(
      `update email set tr = case when $2 ? 'tr' then nullif($2 -> 'tr', 'null') else tr end,
              en = case when $2 ? 'en' then nullif($2 -> 'en', 'null') else en end,
              de = case when $2 ? 'de' then nullif($2 -> 'de', 'null') else de end,
              ru = case when $2 ? 'ru' then nullif($2 -> 'ru', 'null') else ru end where id = $1`,
      [id, JSON.stringify(set)],
    )
    await tellPrivateClinics(ctx, 'platform_letter_changed', null)
    return [{ table: 'email', id }]
  },

  'email.test': sendTest,

  'email.undelivered': async ({ before, limit = 50 }, { db, now }) => {
    const { rows } = await db.query<Undelivered>('select * from messages_undelivered($1, $2, $3)', [
      before ?? null,
      new Date(now),
      limit + 1,
    ])
    const { rows: counted } = await db.query<{ n: number }>('select messages_undelivered_count() as n')
    return { status: true, letters: rows.slice(0, limit), total: counted[0]?.n ?? 0, more: rows.length > limit }
  },

  'email.resend': async ({ ids }, { db, now, deps, after }) => {
    const { rows } = await db.query<{ n: number }>('select messages_resend($1, $2) as n', [ids, new Date(now)])
    after(async () => deps.sendSoon())
    return { status: true, count: rows[0]?.n ?? 0 }
  },

  'email.giveUp': async ({ ids }, { db, now }) => {
    const { rows } = await db.query<{ n: number }>('select messages_give_up($1, $2) as n', [ids, new Date(now)])
    return { status: true, count: rows[0]?.n ?? 0 }
  },
}

type Kept = Email & { readonly field_versions: Readonly<Record<string, number>> }

async function lockEmail(db: Db, id: string): Promise<Kept | null> {
  await db.query('select from email where id = $1 for update', [id])
  const { rows } = await db.query<Kept>('select * from email_row where id = $1', [id])
  return rows[0] ?? null
}

function listed(email: Email) {
  const { group, tags } = EMAIL_TEMPLATES[email.template]
  const inAll = (part: keyof Letter) =>
    LANGUAGES.map((lang) => ({ lang, value: (email[lang] ?? EMAIL_DEFAULTS[email.template][lang])[part] }))
  return { ...email, group, tags: [...tags], subject: inAll('subject'), content: inAll('content'), sms: inAll('sms') }
}

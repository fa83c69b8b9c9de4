import { whyNotShow } from '../../../contract/page/page.rules.ts'
import type { Page } from '../../../contract/page/page.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { cleanRichTextAside } from '../../kernel/clean-rich-text.ts'

/** Static pages (SCREENS B19): the admins' own. */
export const pageHandlers: Area<'page'> = {
  'page.list': async ({ keyword, section, published, ...paging }, { db }) => {
    const { rows, envelope } = await listPage<Page & { updated_at: Date }>(
      db,
      'page_row',
      [
        ...(keyword?.trim() ? [contains('title::text', keyword.trim())] : []),
        ...(section ? [where('section = ?', section)] : []),
        ...(published === undefined ? [] : [where('published = ?', published)]),
      ],
      ['updated_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, staticPages: rows }
  },

  'page.add': async ({ id, title, content, metaDescription, inMenu, section, place }, { db, now }) => {
    const names = JSON.stringify(trimmed(title))
    const texts = JSON.stringify(await cleaned(content))
    // TRUST R06: made before under a key that is lost; the same content counts as success
    const known = await db.query('select from page where id = $1 and title = $2 and content = $3', [id, names, texts])
    if (known.rowCount) return [{ table: 'page', id }]
    await db.query(
      `insert into page (id, title, content, meta_description, in_menu, section, place, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, names, texts, JSON.stringify(trimmed(metaDescription)), inMenu, section, place, new Date(now)],
    )
    return [{ table: 'page', id }]
  },

  'page.update': async ({ id, ...fields }, { db, now, base, refuse }) => {
    const page = await lockPage(db, id)
    if (!page) return refuse('page_not_found')
    const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    judge({ table: 'page', id }, page.field_versions, base, changed)
    const title = fields.title ? trimmed(fields.title) : page.title
    const content = fields.content ? await cleaned(fields.content) : page.content
    const why = page.published ? whyNotShow({ title, content }) : null
    if (why) return refuse(why)
    await db.query(
      `update page set title = $2, content = $3, meta_description = coalesce($4, meta_description), in_menu = coalesce($5, in_menu),
              section = coalesce($6, section), place = coalesce($7, place), updated_at = $8 where id = $1`,
      [
        id,
        JSON.stringify(title),
        JSON.stringify(content),
        fields.metaDescription ? JSON.stringify(trimmed(fields.metaDescription)) : null,
        fields.inMenu ?? null,
        fields.section ?? null,
        fields.place ?? null,
        new Date(now),
      ],
    )
    return [{ table: 'page', id }]
  },

  'page.publish': async ({ id }, ctx) => setPublished(ctx, id, true),
  'page.unpublish': async ({ id }, ctx) => setPublished(ctx, id, false),

  'page.delete': async ({ id }, { db, deps, after, refuse }) => {
    const rooms = await roomsOf(db, [{ table: 'page', id }])
    const { rowCount } = await db.query('delete from page where id = $1', [id])
    if (!rowCount) return refuse('page_not_found')
    // it has become invisible to everyone: devices that held it are poked
    after(async () => deps.poke(rooms))
    return [{ table: 'page', id }]
  },
}

type Asking = Ctx<'page.publish'> | Ctx<'page.unpublish'>

async function setPublished({ db, now, record }: Asking, id: string, published: boolean) {
  const page = await lockPage(db, id)
  if (!page) throw new Refused('page_not_found')
  const why = published ? whyNotShow(page) : null
  if (why) throw new Refused(why)
  await db.query('update page set published = $2, updated_at = $3, judged_at = $3 where id = $1', [
    id,
    published,
    new Date(now),
  ])
  record({ values: { published: [page.published, published] } })
  return [{ table: 'page' as const, id }] as const
}

type Kept = Page & { readonly field_versions: Readonly<Record<string, number>> }

async function lockPage(db: Db, id: string): Promise<Kept | null> {
  const locked = await db.query('select from page where id = $1 for update', [id])
  if (!locked.rowCount) return null
  const { rows } = await db.query<Kept>('select * from page_row where id = $1', [id])
  return rows[0] ?? null
}

type Texts = Page['title']

/** Trimmed, as they are stored. */
const trimmed = (texts: Texts): Texts => texts.map(({ lang, value }) => ({ lang, value: value.trim() }))

/** Cleaned; a language without any text left has no entry (SPEC §5). A page shows no pictures. */
async function cleaned(texts: Texts): Promise<Texts> {
  const kept: Texts = []
  for (const { lang, value } of texts) {
    const clean = await cleanRichTextAside(value, { pictures: false })
    if (clean !== '') kept.push({ lang, value: clean })
  }
  return kept
}

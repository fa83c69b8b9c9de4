import type { Article } from '../../../contract/article/article.ts'
import { pictureAddress, picturesOf } from '../../../contract/kernel/rich-text.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { Who } from '../../identity/who.ts'
import { cleanRichTextAside } from '../../kernel/clean-rich-text.ts'

type Kept = Pick<Article, 'content' | 'promoId' | 'authorId' | 'authorType' | 'title' | 'published'> & {
  readonly field_versions: Readonly<Record<string, number>>
}

/** An article that the caller may see and change, locked for the rest of the transaction; null if there is none. */
export async function lockArticle(db: Db, id: string): Promise<Kept | null> {
  const locked = await db.query('select from article where id = $1 for update', [id])
  if (!locked.rowCount) return null
  const { rows } = await db.query<Kept>('select * from article_row where id = $1', [id])
  return rows[0] ?? null
}

/**
 * TRUST R06: the article was made before under a key that is lost; the same content by the same person counts as
 * success.
 */
export async function isThere(db: Db, who: Who, id: string, title: string, content: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from article where id = $1 and author_id = $2 and title = $3 and content = $4',
    [id, who.id, title, content],
  )
  return rowCount === 1
}

/**
 * The text to store: cleaned, and without pictures that its author may not see or that are gone. `isPromoThere`:
 * whether the announcing picture is one of theirs; `imageIds` contains it too.
 */
export async function readWords(db: Db, html: string, promoId: string | null) {
  const clean = await cleanRichTextAside(html)
  const shown = picturesOf(clean)
  const { rows } = await db.query<{ id: string }>(
    `select id from file where id = any($1::uuid[]) and kind = 'article'`,
    [promoId ? [promoId, ...shown] : shown],
  )
  const known = new Set(rows.map(({ id }) => id))
  const lost = shown.filter((id) => !known.has(id))
  const content = lost.reduce((text, id) => text.replaceAll(tagOf(id), ''), clean)
  return {
    content,
    isPromoThere: promoId === null || known.has(promoId),
    imageIds: [...new Set([...(promoId ? [promoId] : []), ...shown])].filter((id) => known.has(id)),
  }
}

/** A cleaned text has exactly one way to write a picture. */
const tagOf = (id: string) => new RegExp(`<img src="${pictureAddress(id)}"[^>]*>`, 'g')

/** A doctor's name with the title, as readers know it; an admin's plain name. */
export async function authorName(db: Db, who: Who): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select trim(concat_ws(' ', title, name)) as name from doctor_row where id = $1`,
    [who.id],
  )
  return rows[0]?.name ?? who.name
}

/**
 * The publisher of an article by this author (rules 47, 77): the named private clinic, if it is one of theirs; if none
 * is named, the host's, if that is one; null for the platform. A doctor whose clinics are all private writes for one of
 * those, since the platform's admins do not know them. `none`: the clinic is not one of theirs.
 */
export async function houseOf(db: Db, who: Who, clinicId: string | null | undefined): Promise<string | null | 'none'> {
  if (who.type === 'admin') return clinicId ? 'none' : null
  const { rows } = await db.query<{ id: string; only: boolean }>(
    `select c.id, not admin_sees_doctor(d.clinic_ids, d.home_clinic) as only
       from doctor d join clinic c on c.id = any (d.clinic_ids) or d.clinic_ids = '{}' and c.id = d.home_clinic
      where d.id = $1 and c.private order by c.id`,
    [who.id],
  )
  const theirs = rows.map(({ id }) => id)
  if (clinicId) return theirs.includes(clinicId) ? clinicId : 'none'
  if (clinicId === undefined && who.hostClinic && theirs.includes(who.hostClinic)) return who.hostClinic
  return rows[0]?.only ? rows[0].id : null
}

/** The first of the translations that a visible article belongs to; null if there is none. */
export async function groupOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.query<{ group: string }>(
    'select group_id as "group" from article where id = $1 or group_id = $1 limit 1',
    [id],
  )
  return rows[0]?.group ?? null
}

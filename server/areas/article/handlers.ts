import { articleSlug, staysPublished, titleOf } from '../../../contract/article/article.rules.ts'
import type { Article } from '../../../contract/article/article.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { authorName, groupOf, houseOf, isThere, lockArticle, readWords } from './store.ts'
import { deleteMedia, listMedia } from './media.ts'

/**
 * Articles (rules 77, 79): doctors and admins write them, admins publish them, a private clinic's users publish its
 * own. The policies decide who sees them.
 */
export const articleHandlers: Area<'article'> = {
  'article.media': listMedia,
  'article.deleteMedia': deleteMedia,

  'article.list': async ({ keyword, published, language, category, author, ...paging }, ctx) => {
    await refuseStrangers(ctx)
    const { rows, envelope } = await listPage<Article & { updated_at: Date }>(
      ctx.db,
      'article_row',
      [
        ...(keyword?.trim() ? [contains('title', keyword.trim())] : []),
        ...(published === undefined ? [] : [where('published = ?', published)]),
        ...(language ? [where('language = ?', language)] : []),
        ...(category ? [where('category = ?', category)] : []),
        ...(author ? [where('"authorId" = ?', author)] : []),
      ],
      ['updated_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, articles: rows }
  },

  'article.get': async ({ id }, ctx) => {
    await refuseStrangers(ctx)
    const [article] = await readRows(ctx.db, 'article', [id])
    return article ? { status: true, article } : ctx.refuse('article_not_found')
  },

  'article.add': async ({ id, title, category, language, content, promoId, clinicId, groupId }, ctx) => {
    const { db, who, now, refuse } = ctx
    const words = await readWords(db, content, promoId)
    const kept = titleOf(title)
    if (await isThere(db, who, id, kept, words.content)) return [{ table: 'article', id }]
    if (!words.isPromoThere) return refuse('file_error')
    const house = await houseOf(db, who, clinicId)
    if (house === 'none') return refuse('clinic_not_found')
    const group = groupId && groupId !== id ? await groupOf(db, groupId) : id
    if (!group) return refuse('article_not_found')
    await db.query(
      `insert into article (id, title, slug, category, language, content, promo_id, image_ids, author_id, author_name, author_type, clinic_id,
                            group_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
      [
        id,
        kept,
        articleSlug(kept),
        category,
        language,
        words.content,
        promoId,
        words.imageIds,
        who.id,
        await authorName(db, who),
        who.type,
        house,
        group,
        new Date(now),
      ],
    )
    return [{ table: 'article', id }]
  },

  'article.update': async ({ id, ...fields }, { db, who, now, base, refuse }) => {
    const article = await lockArticle(db, id)
    if (!article) return refuse('article_not_found')
    const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    judge({ table: 'article', id }, article.field_versions, base, changed)
    const promoId = fields.promoId === undefined ? article.promoId : fields.promoId
    const words = await readWords(db, fields.content ?? article.content, promoId)
    // a cover picture that was set earlier may be another author's
    if (!words.isPromoThere && promoId !== article.promoId) return refuse('file_error')
    const title = titleOf(fields.title ?? article.title)
    await db.query(
      `update article set title = $2, slug = $3, category = coalesce($4, category), language = coalesce($5, language), content = $6,
              promo_id = $7, image_ids = $8, published = published and $9, updated_at = $10 where id = $1`,
      [
        id,
        title,
        articleSlug(title),
        fields.category ?? null,
        fields.language ?? null,
        words.content,
        promoId,
        words.imageIds,
        staysPublished(article, article.authorId === who.id),
        new Date(now),
      ],
    )
    return [{ table: 'article', id }]
  },

  'article.publish': async ({ id }, ctx) => setPublished(ctx, id, true),
  'article.unpublish': async ({ id }, ctx) => setPublished(ctx, id, false),

  'article.delete': async ({ id }, { db, deps, after, refuse }) => {
    const rooms = await roomsOf(db, [{ table: 'article', id }])
    const { rowCount } = await db.query('delete from article where id = $1', [id])
    if (!rowCount) return refuse('article_not_found')
    // it has become invisible to everyone: devices that held it are poked
    after(async () => deps.poke(rooms))
    return [{ table: 'article', id }]
  },
}

type Asking = Ctx<'article.publish'> | Ctx<'article.unpublish'>

/** Rule 79; checked against the version that was read, so that no one publishes words they have not seen. */
async function setPublished(ctx: Asking, id: string, published: boolean) {
  const { db, base, now, record } = ctx
  await refuseStrangers(ctx)
  const article = await lockArticle(db, id)
  if (!article) throw new Refused('article_not_found')
  if (published) judge({ table: 'article', id }, article.field_versions, base, WORDS)
  await db.query('update article set published = $2, judged_at = $3 where id = $1', [id, published, new Date(now)])
  record({ values: { published: [article.published, published] } })
  const rooms = await roomsOf(db, [{ table: 'article', id }])
  ctx.after(async () => ctx.deps.poke(rooms))
  const [row] = await readRows(db, 'article', [id])
  return { status: true as const, article: row! } // it was just written by the same person
}

const WORDS = ['title', 'content', 'category', 'language', 'promoId']

/** Rule 77: among clinics, only private ones have articles to look at. */
async function refuseStrangers({ db, who }: Pick<Ctx<'article.list'>, 'db' | 'who'>) {
  if (who.type !== 'clinic') return
  const { rowCount } = await db.query('select from clinic where id = $1 and private', [who.clinicId])
  if (!rowCount) throw new Refused('unauthorized', {}, 403)
}

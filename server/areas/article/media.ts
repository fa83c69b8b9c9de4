import type { ArticleMedia } from '../../../contract/article/article.ts'
import { MOST_MEDIA } from '../../../contract/file.ts'
import type { Handler } from '../../http/handler.ts'

/**
 * The pictures for the caller's articles: their own; for admins those of all admins (policy `sight` and `may_picture`).
 */
export const listMedia: Handler<'article.media'> = async (_, { db }) => {
  const { rows } = await db.query<ArticleMedia>(
    `select id, kind, of_id as of, type, size, width, height, iso(created_at) as "createdAt", media_in_use(id) as used
       from file where kind = 'article' and may_picture(kind, of_id) order by created_at desc, id desc limit $1`,
    [MOST_MEDIA],
  )
  return { status: true, files: rows }
}

/**
 * A picture that an article shows is kept, so that no text loses its content. The bytes are removed after the commit.
 */
export const deleteMedia: Handler<'article.deleteMedia'> = async ({ id }, { db, deps, after, refuse }) => {
  const { rows } = await db.query<{ used: boolean }>(
    `select media_in_use(id) as used from file where id = $1 and kind = 'article' and may_picture(kind, of_id)`,
    [id],
  )
  const [found] = rows
  if (!found) return refuse('record_not_found')
  if (found.used) return refuse('in_use')
  const gone = await db.query<{ stored: string }>('delete from file where id = $1 returning stored', [id])
  after(async () => {
    for (const { stored } of gone.rows) await deps.files.remove(stored)
  })
  return { status: true }
}

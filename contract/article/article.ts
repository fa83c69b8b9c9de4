import * as v from 'valibot'
import { ARTICLE_CATEGORIES, ARTICLE_CONTENT_MOST, ARTICLE_TITLE_MOST, articleSlug } from './article.rules.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, language, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'
import { FileInfo } from '../file.ts'
import { keptRichText, requiredRichText } from '../kernel/rich-text.ts'

/**
 * An article (SPEC §3): in one language; its translations are articles of their own in the same `groupId`. Seen by its author, by the
 * admins, and where it is a private clinic's, by that clinic's users instead of the admins (rules 47, 77). It starts unpublished (rule 79).
 */
export const Article = v.object({
  id,
  version,
  title: text(ARTICLE_TITLE_MOST),
  /** Its part of an address, by which titles are told apart: unique among those of one language and one publisher. */
  slug: v.string(),
  category: v.picklist(ARTICLE_CATEGORIES),
  language,
  content: keptRichText,
  /** The picture it is announced with. */
  promoId: v.nullable(id),
  /** All pictures it shows, the promo's too. */
  imageIds: v.array(id),
  published: v.boolean(),
  authorId: id,
  /** With the title, as it was when the article was made. */
  authorName: text(300),
  authorType: v.picklist(['admin', 'doctor']),
  /** The private clinic it belongs to; null: the platform's. */
  clinicId: v.nullable(id),
  /** The first of its translations. */
  groupId: id,
  createdAt: instant,
  updatedAt: instant,
})
export type Article = v.InferOutput<typeof Article>

const title = v.pipe(
  requiredText(ARTICLE_TITLE_MOST),
  v.check((typed) => articleSlug(typed) !== '', 'required'),
)
const written = {
  title,
  category: v.picklist(ARTICLE_CATEGORIES),
  language,
  content: requiredRichText(ARTICLE_CONTENT_MOST),
  promoId: v.nullable(id),
}

/** A picture of the library an author's articles draw on. Its bytes are at `GET /api/file/:id`. */
export const ArticleMedia = v.object({
  ...FileInfo.entries,
  createdAt: instant,
  /** By an article, whoever's: then it cannot be deleted. */
  used: v.boolean(),
})
export type ArticleMedia = v.InferOutput<typeof ArticleMedia>

const one = v.object({ status: v.literal(true), article: Article })
const authors = ['admin', 'doctor'] as const
/** Rule 77: a private clinic's users publish what its doctors write; those of others may not look. */
const readers = ['admin', 'clinic', 'doctor'] as const

export const articleCalls = {
  /** SPEC §7: the pictures an author may choose from: one's own; of admins, all admins'. At most 500, newest first. */
  'article.media': {
    method: 'GET',
    path: '/api/article/media/list/get',
    roles: authors,
    offline: 'online',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), files: v.array(ArticleMedia) }),
  },
  'article.deleteMedia': {
    method: 'DELETE',
    path: '/api/article/media/:id',
    roles: authors,
    offline: 'online',
    refusals: ['record_not_found', 'in_use'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    audits: 'file',
  },
  'article.list': {
    method: 'POST',
    path: '/api/article/list',
    roles: readers,
    offline: 'cached',
    refusals: [],
    /** Last changed first. */
    input: v.strictObject({
      ...paging,
      published: v.optional(v.boolean()),
      language: v.optional(language),
      category: v.optional(v.picklist(ARTICLE_CATEGORIES)),
      author: v.optional(id),
    }),
    reply: v.object({ ...listed, articles: v.array(Article) }),
  },
  /** [+] */
  'article.get': {
    method: 'GET',
    path: '/api/article/:id',
    roles: readers,
    offline: 'cached',
    refusals: ['article_not_found'],
    input: v.strictObject({ id }),
    reply: one,
  },
  /** `clinicId`: the private clinic of the author's it is for; null for the platform; left out, the host's where that is one of theirs. */
  'article.add': {
    method: 'POST',
    path: '/api/article',
    roles: authors,
    offline: 'queue',
    refusals: ['id_taken', 'article_exists', 'article_not_found', 'clinic_not_found', 'file_error'],
    input: v.strictObject({
      id: newRecordId,
      ...written,
      clinicId: v.optional(v.nullable(id)),
      /** Any of the articles it is a translation of. */
      groupId: v.optional(id),
    }),
    reply: one,
    writes: { table: 'article', needs: ['groupId'], creates: true },
  },
  /** What its author, a doctor, changes is unpublished with it (rule 79). */
  'article.update': {
    method: 'PUT',
    path: '/api/article/:id',
    roles: authors,
    offline: 'queue',
    refusals: ['article_not_found', 'article_exists', 'file_error'],
    input: v.strictObject({ id, ...v.partial(v.object(written)).entries }),
    reply: one,
    writes: {
      table: 'article',
      needs: [],
      coalesce: 'edit',
      sets: ['title', 'category', 'language', 'content', 'promoId'],
    },
  },
  /** With a network only, and judged against the version that was read: nobody publishes words they have not seen. */
  'article.publish': {
    method: 'PUT',
    path: '/api/article/:id',
    action: 'publish',
    means: [{ status: 'published' }, { published: true }],
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['article_not_found'],
    input: v.strictObject({ id }),
    reply: one,
    writes: { table: 'article', needs: [] },
  },
  'article.unpublish': {
    method: 'PUT',
    path: '/api/article/:id',
    action: 'unpublish',
    means: [{ status: 'unpublished' }, { published: false }],
    roles: readers,
    offline: 'online',
    refusals: ['article_not_found'],
    input: v.strictObject({ id }),
    reply: one,
    writes: { table: 'article', needs: [] },
  },
  /** Its pictures stay in the library. */
  'article.delete': {
    method: 'DELETE',
    path: '/api/article/:id',
    roles: authors,
    offline: 'queue',
    refusals: ['article_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'article', needs: [], removes: true },
  },
} as const satisfies CallTable

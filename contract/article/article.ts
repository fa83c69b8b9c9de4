import * as v from 'valibot'
import { ARTICLE_CATEGORIES, ARTICLE_CONTENT_MOST, ARTICLE_TITLE_MOST, articleSlug } from './article.rules.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, language, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'
import { FileInfo } from '../file.ts'
import { keptRichText, requiredRichText } from '../kernel/rich-text.ts'

/**
 * An article in one language (SPEC §3); its translations are articles of their own with the same `groupId`. Its author
 * and the admins see it. If it belongs to a private clinic, that clinic's users see it instead of the admins (rules 47,
 * 77). It starts unpublished (rule 79).
 */
export const Article = v.object({
  id,
  version,
  title: text(ARTICLE_TITLE_MOST),
  /** Its part of the address, which tells titles apart: unique per language and publisher. */
  slug: v.string(),
  category: v.picklist(ARTICLE_CATEGORIES),
  language,
  content: keptRichText,
  /** The picture that announces it. */
  promoId: v.nullable(id),
  /** All pictures it shows, including the promo's. */
  imageIds: v.array(id),
  published: v.boolean(),
  authorId: id,
  /** With title, as it was when the article was made. */
  authorName: text(300),
  authorType: v.picklist(['admin', 'doctor']),
  /** The private clinic it belongs to; null: the platform's. */
  clinicId: v.nullable(id),
  /** Id of the first article of its translations. */
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

/** A picture in the library of an author's articles. Its bytes are at `GET /api/file/:id`. */
export const ArticleMedia = v.object({
  ...FileInfo.entries,
  createdAt: instant,
  /** Used by an article of anyone; then it cannot be deleted. */
  used: v.boolean(),
})
export type ArticleMedia = v.InferOutput<typeof ArticleMedia>

const articleReply = v.object({ status: v.literal(true), article: Article })
const authors = ['admin', 'doctor'] as const
/** Rule 77: a private clinic's users publish what its doctors write; users of other clinics may not read it. */
const readers = ['admin', 'clinic', 'doctor'] as const

export const articleCalls = {
  /**
   * SPEC §7: the pictures an author may choose from: their own; for admins, those of all admins. At most 500, newest
   * first.
   */
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
    /** Most recently changed first. */
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
    reply: articleReply,
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
    reply: articleReply,
    writes: { table: 'article', needs: ['groupId'], creates: true },
  },
  /** A change by its author, if a doctor, unpublishes it (rule 79). */
  'article.update': {
    method: 'PUT',
    path: '/api/article/:id',
    roles: authors,
    offline: 'queue',
    refusals: ['article_not_found', 'article_exists', 'file_error'],
    input: v.strictObject({ id, ...v.partial(v.object(written)).entries }),
    reply: articleReply,
    writes: {
      table: 'article',
      needs: [],
      coalesce: 'edit',
      sets: ['title', 'category', 'language', 'content', 'promoId'],
    },
  },
  /** Online only, and checked against the version that was read: no one publishes words they have not seen. */
  'article.publish': {
    method: 'PUT',
    path: '/api/article/:id',
    action: 'publish',
    means: [{ status: 'published' }, { published: true }],
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['article_not_found'],
    input: v.strictObject({ id }),
    reply: articleReply,
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
    reply: articleReply,
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

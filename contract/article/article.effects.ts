import type { Article, articleCalls } from './article.ts'
import { articleSlug, staysPublished, titleOf } from './article.rules.ts'
import type { EffectsOf } from '../kernel/effect.ts'
import { presentFields } from '../kernel/given.ts'
import { picturesOf } from '../kernel/rich-text.rules.ts'

/** What an article looks like on its author's device until the server has cleaned and stored it. */
export const articleEffects: EffectsOf<typeof articleCalls, { readonly article: Article }> = {
  'article.add': {
    touches: ({ id }) => [{ table: 'article', id }],
    apply: {
      article: (row, { clinicId, groupId, ...input }, { at, by, facts }) =>
        row ?? {
          ...input,
          version: 1,
          title: titleOf(input.title),
          slug: articleSlug(input.title),
          imageIds: shownIn(input),
          published: false,
          authorId: facts.authorId ?? '',
          authorName: facts.doctorName ?? by,
          authorType: facts.authorType ?? 'doctor',
          clinicId: clinicId ?? null,
          groupId: groupId ?? input.id,
          createdAt: at,
          updatedAt: at,
        },
    },
  },
  'article.update': {
    touches: ({ id }) => [{ table: 'article', id }],
    apply: {
      article: (row, { id: _, ...input }, { at, facts }) => {
        if (!row) return undefined
        const next = { ...row, ...presentFields(input) }
        return {
          ...next,
          title: titleOf(next.title),
          slug: articleSlug(next.title),
          imageIds: shownIn(next),
          published: row.published && staysPublished(row, facts.authorId === row.authorId),
          updatedAt: at,
        }
      },
    },
  },
  'article.delete': { touches: ({ id }) => [{ table: 'article', id }], apply: { article: () => null } },
}

const shownIn = ({ content, promoId }: { readonly content: string; readonly promoId: string | null }) => [
  ...new Set([...(promoId ? [promoId] : []), ...picturesOf(content)]),
]

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ArticleCategory } from '../../contract/article.rules.ts'
import { VisitBadge } from '../ui/badge.tsx'

export const CATEGORY_WORDS: Readonly<Record<ArticleCategory, MessageDescriptor>> = {
  health: msg`Health`,
  prevention: msg`Prevention`,
  nutrition: msg`Nutrition`,
  movement: msg`Exercise`,
  mind: msg`Mental health`,
  children: msg`Children`,
  women: msg`Women’s health`,
  men: msg`Men’s health`,
  treatment: msg({ message: 'Treatments', context: 'category' }),
  news: msg`News`,
}

/** Whether the public sees it. */
export function PublishedBadge({ published }: { published: boolean }) {
  return published ? (
    <VisitBadge state="completed">
      <Trans>Published</Trans>
    </VisitBadge>
  ) : (
    <VisitBadge state="tentative">
      <Trans>Not published</Trans>
    </VisitBadge>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ArticleCategory } from '../../../contract/article/article.rules.ts'

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

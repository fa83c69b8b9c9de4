import { Trans, useLingui } from '@lingui/react/macro'
import { ARTICLE_CATEGORIES } from '../../../contract/article/article.rules.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import type { ArticleSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import { CATEGORY_WORDS } from './article-words.ts'
import type { ShownArticle } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** The filters of the list of articles (SCREENS B17); by author only if there are several. */
export function ArticleFilters({
  articles,
  search,
  set,
  onClear,
}: {
  articles: readonly ShownArticle[]
  search: ArticleSearch
  set: (patch: Partial<ArticleSearch>) => void
  onClear: () => void
}) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const { published, language, category, author } = search
  const authors = new Map(articles.map(({ authorId, authorName }) => [authorId, authorName]))
  const isFiltered = [published, language, category, author].some((each) => each !== undefined)
  return (
    <Chips label={t`Filters`}>
      <ChipMenu
        single
        label={t`Published`}
        values={published === undefined ? [] : [String(published)]}
        options={[
          { value: 'true', label: t`Published` },
          { value: 'false', label: t`Not published` },
        ]}
        onChange={([chosen]) => set({ published: chosen === undefined ? undefined : chosen === 'true' })}
      />
      <ChipMenu
        single
        label={t`Language`}
        values={language ? [language] : []}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={([chosen]) => set({ language: LANGUAGES.find((each) => each === chosen) })}
      />
      <ChipMenu
        single
        label={t`Category`}
        values={category ? [category] : []}
        options={ARTICLE_CATEGORIES.map((value) => ({ value, label: i18n._(wordOf(CATEGORY_WORDS, value)) }))}
        onChange={([chosen]) => set({ category: ARTICLE_CATEGORIES.find((each) => each === chosen) })}
      />
      {person.type !== 'doctor' && (
        <ChipMenu
          single
          label={t`Author`}
          values={author ? [author] : []}
          options={[...authors].map(([value, label]) => ({ value, label }))}
          onChange={([chosen]) => set({ author: chosen })}
        />
      )}
      {isFiltered && (
        <Button look="quiet" small onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </Chips>
  )
}

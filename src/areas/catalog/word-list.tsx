import './catalog.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue } from 'react'
import type { InferOutput } from 'valibot'
import type { PageSize } from '../../../contract/kernel/constants.ts'
import { foldText, matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import type { Pending } from '../../db/row.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { type Multilingual, pickText } from '../../i18n/multilingual.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import type { WordsSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { LangDots } from '../../ui/lang-dots.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Pager } from '../../ui/pager.tsx'
import { EmptyByFilter } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { missingIn } from './names.ts'
import { WordFilters } from './word-filters.tsx'

type Search = InferOutput<typeof WordsSearch>
type Word = { readonly id: string; readonly name: Multilingual; readonly pending: Pending }

type WordListProps<W extends Word> = {
  title: string
  /** The head of the names' column, and the label of the search. */
  head: string
  searching: string
  words: readonly W[]
  search: Search
  set: (patch: Partial<Search>) => void
  /** Rows per page by default. */
  size: PageSize
  /**
   * The part of the address that is specific to this kind of word: which rows match, and how two are compared if not by
   * name.
   */
  passes: (word: W) => boolean
  compare: (column: string, a: W, b: W) => number
  filters: { withUse?: boolean; withOnline?: boolean }
  /** The columns after the name. */
  columns: readonly Column<W>[]
  itemsOf: (word: W) => readonly MenuItem[]
  /** Shown if there is no word yet. */
  none: ReactNode
}

/** A list of words in four languages in its card: filters, rows by name or use, a page (SCREENS B5, B12). */
export function WordList<W extends Word>({
  title,
  head,
  searching,
  words,
  search,
  set,
  size: usual,
  passes,
  compare,
  filters,
  columns,
  itemsOf,
  none,
}: WordListProps<W>) {
  const language = useLanguage()
  const nameOf = useWordName()
  const typed = useDeferredValue(search.q ?? '')
  const sort = search.sort ?? 'name'
  const column = sort.replace('-', '')
  const by = (a: W, b: W) => compare(column, a, b) || nameCollator(language).compare(nameOf(a), nameOf(b))
  const shown = words
    .filter(
      (word) =>
        (typed.trim() === '' || word.name.some(({ value }) => matchesQuery(value, typed))) &&
        (!search.missing || missingIn(word.name).includes(search.missing)) &&
        passes(word),
    )
    .toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
  const size = search.size ?? usual
  const { page, pages, rows } = pageOf(shown, { page: search.page ?? 1, size })
  const clear = () => set({ q: undefined, missing: undefined, use: undefined, online: undefined })

  return (
    <Card
      flush
      title={title}
      count={<Plural value={shown.length} one="# entry" other="# entries" />}
      aside={<Freshness />}
    >
      {words.length > 0 && <WordFilters label={searching} search={search} set={set} onClear={clear} {...filters} />}
      {shown.length > 0 ? (
        <>
          <Table
            label={title}
            rows={rows}
            keyOf={(word) => word.id}
            sort={{ column, descending: sort.startsWith('-') }}
            onSort={
              (next) => set({ sort: `${next.descending ? '-' : ''}${next.column}` as NonNullable<Search['sort']> }) // only columns of the schema can be sorted
            }
            markOf={changeOf}
            tagOf={(word) => <RecordChange of={word} />}
            columns={[
              {
                id: 'name',
                head,
                sorts: true,
                card: 'title',
                cell: (word) => (
                  <span className="word-name">
                    <b lang={pickText(word.name, language)?.lang}>{nameOf(word)}</b>
                    <LangDots label={nameOf(word)} value={word.name} />
                  </span>
                ),
              },
              ...columns,
            ]}
            menuOf={(word) => ({ name: nameOf(word), items: itemsOf(word) })}
          />
          <Pager
            page={page}
            pages={pages}
            shown={rows.length}
            total={shown.length}
            size={size}
            onPage={(to) => set({ page: to })}
            onSize={(to) => set({ size: to })}
          />
        </>
      ) : words.length > 0 ? (
        <EmptyByFilter onClear={clear}>
          <Trans>There are {words.length} without filters.</Trans>
        </EmptyByFilter>
      ) : (
        <NeverFilled>{none}</NeverFilled>
      )}
    </Card>
  )
}

/** A word in the reader's language, or in a language it has. */
export function useWordName(): (word: Pick<Word, 'name'>) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return (word) => pickText(word.name, language)?.value ?? t`without a name`
}

/** Whether another word of the list has one of these names, in the same language. */
export const isTakenIn =
  (words: readonly Word[]) =>
  (name: Multilingual, except?: string): boolean =>
    words.some(
      (word) =>
        word.id !== except &&
        word.name.some((has) =>
          name.some((wants) => wants.lang === has.lang && foldText(wants.value) === foldText(has.value)),
        ),
    )

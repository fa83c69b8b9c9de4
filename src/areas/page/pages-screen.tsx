import './page.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { PAGE_SECTIONS } from '../../../contract/page/page.rules.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import { PageSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { filterPages } from './page-list.ts'
import { PagePreview } from './page-preview.tsx'
import { PageQuestion } from './page-question.tsx'
import { type OpenPage, PageTable } from './page-table.tsx'
import { SECTION_WORDS } from './page-words.ts'
import { usePageTitle } from './use-page-title.ts'
import { usePages } from './queries.ts'

/**
 * /staticpage (admin, SCREENS B19): the pages of the public site in their menu's order; read and changed also offline.
 */
export function PagesScreen() {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const pages = usePages()
  const titleOf = usePageTitle()
  const { search, set } = useListAddress('page', PageSearch)
  const typed = useDeferredValue(search.q ?? '')
  const [open, setOpen] = useState<OpenPage | null>(null)
  if (!pages) return <ListSkeleton />

  const found = filterPages(pages, { ...search, q: typed }, titleOf, nameCollator(language))
  const size = search.size ?? 20
  const shown = pageOf(found, { page: search.page ?? 1, size })
  const sort = search.sort ?? 'place'
  const isFiltered = search.section !== undefined || search.published !== undefined
  const clear = () => set({ q: undefined, section: undefined, published: undefined })
  const opened = open && pages.find(({ id }) => id === open.page.id)
  const add = (
    <Link to="/staticpage/$id" params={{ id: 'new' }} className="btn primary">
      <Plus aria-hidden="true" />
      <Trans>New page</Trans>
    </Link>
  )
  return (
    <>
      <div className="page-head">
        <SearchInput
          label={t`Search by title`}
          placeholder={t`Words of the title`}
          autoComplete="off"
          maxLength={100}
          value={search.q ?? ''}
          onChange={({ target }) => set({ q: target.value || undefined })}
        />
        {pages.length > 0 && add}
      </div>
      {pages.length > 0 && (
        <Chips label={t`Filters`}>
          <ChipMenu
            single
            label={t`Section`}
            values={search.section ? [search.section] : []}
            options={PAGE_SECTIONS.map((value) => ({ value, label: i18n._(SECTION_WORDS[value]) }))}
            onChange={([chosen]) => set({ section: PAGE_SECTIONS.find((each) => each === chosen) })}
          />
          <ChipMenu
            single
            label={t`Published`}
            values={search.published === undefined ? [] : [String(search.published)]}
            options={[
              { value: 'true', label: t`Published` },
              { value: 'false', label: t`Not published` },
            ]}
            onChange={([chosen]) => set({ published: chosen === undefined ? undefined : chosen === 'true' })}
          />
          {isFiltered && (
            <Button look="quiet" small onClick={clear}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
        </Chips>
      )}
      <OfflineBar />
      {pages.length === 0 ? (
        <NeverFilled>
          <Empty icon={<FileText className="icon-lg" />} title={<Trans>No pages yet</Trans>} action={add}>
            <Trans>Who you are, how to book, the legal texts: what visitors of the public pages look for.</Trans>
          </Empty>
        </NeverFilled>
      ) : (
        <Card
          flush
          title={<Trans>Static pages</Trans>}
          count={<Plural value={found.length} one="# page" other="# pages" />}
          aside={<Freshness />}
        >
          {found.length === 0 ? (
            <EmptyByFilter onClear={clear}>
              <Trans>There are {pages.length} without filters.</Trans>
            </EmptyByFilter>
          ) : (
            <>
              <PageTable
                pages={shown.rows}
                sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
                onSort={
                  ({ column, descending }) =>
                    set({ sort: `${descending ? '-' : ''}${column}` as NonNullable<PageSearch['sort']> }) // only columns of the schema can be sorted
                }
                onOpen={setOpen}
              />
              <Pager
                page={shown.page}
                pages={shown.pages}
                shown={shown.rows.length}
                total={found.length}
                size={size}
                onPage={(next) => set({ page: next })}
                onSize={(next) => set({ size: next })}
              />
            </>
          )}
        </Card>
      )}
      {opened && open.kind === 'preview' && <PagePreview page={opened} onClose={() => setOpen(null)} />}
      {opened && open.kind !== 'preview' && (
        <PageQuestion kind={open.kind} page={opened} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

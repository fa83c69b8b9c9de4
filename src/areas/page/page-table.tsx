import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleCheck, CircleSlash, Pencil, Trash2 } from 'lucide-react'
import { whyNotShow } from '../../../contract/page/page.rules.ts'
import { PublishedBadge } from '../article/published-badge.tsx'
import { formatDate } from '../../i18n/format.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { LangDots } from '../../ui/lang-dots.tsx'
import type { Sort } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { PageQuestionKind } from './page-question.tsx'
import { SECTION_WORDS } from './page-words.ts'
import { usePageTitle } from './use-page-title.ts'
import type { ShownPage } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

export type OpenPage = { readonly kind: 'preview' | PageQuestionKind; readonly page: ShownPage }

/** Static pages with their position in the menu (SCREENS B19). */
export function PageTable({
  pages,
  sort,
  onSort,
  onOpen,
}: {
  pages: readonly ShownPage[]
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (open: OpenPage) => void
}) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const navigate = useNavigate()
  const titleOf = usePageTitle()
  return (
    <Table
      label={t`Static pages`}
      rows={pages}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={onSort}
      markOf={changeOf}
      tagOf={(page) => <RecordChange of={page} />}
      columns={[
        {
          id: 'title',
          head: <Trans>Page</Trans>,
          sorts: true,
          card: 'title',
          cell: (page) => (
            <span className="page-title">
              <Link to="/staticpage/$id" params={{ id: page.id }}>
                {titleOf(page)}
              </Link>
              <LangDots label={titleOf(page)} value={page.content} />
            </span>
          ),
        },
        {
          id: 'place',
          head: <Trans>Place in the menu</Trans>,
          sorts: true,
          card: 'detail',
          cell: ({ section, place, inMenu }) =>
            inMenu ? (
              <>
                {i18n._(wordOf(SECTION_WORDS, section))}, {place}
              </>
            ) : (
              <span className="dim">
                <Trans>{i18n._(wordOf(SECTION_WORDS, section))}, not in the menu</Trans>
              </span>
            ),
        },
        {
          id: 'published',
          head: <Trans>Published</Trans>,
          card: 'status',
          cell: ({ published }) => <PublishedBadge published={published} />,
        },
        {
          id: 'updated',
          head: <Trans>Changed</Trans>,
          sorts: true,
          priority: 2,
          card: 'time',
          cell: ({ updatedAt }) => <span className="dim nowrap">{formatDate(updatedAt, zone)}</span>,
        },
      ]}
      menuOf={(page) => {
        const open = (kind: OpenPage['kind']) => () => onOpen({ kind, page })
        return {
          name: titleOf(page),
          items: [
            { id: 'preview', label: <Trans>Preview</Trans>, icon: <BookOpen />, onSelect: open('preview') },
            {
              id: 'edit',
              label: <Trans>Edit</Trans>,
              icon: <Pencil />,
              onSelect: () => void navigate({ to: '/staticpage/$id', params: { id: page.id } }),
            },
            page.published
              ? { id: 'unpublish', label: <Trans>Withdraw</Trans>, icon: <CircleSlash />, onSelect: open('unpublish') }
              : {
                  id: 'publish',
                  label: <Trans>Publish</Trans>,
                  icon: <CircleCheck />,
                  whyDisabled: whyNotShow(page) ? t`It needs a title and a text in the same language first.` : null,
                  onSelect: open('publish'),
                },
            { id: 'delete', label: <Trans>Delete</Trans>, icon: <Trash2 />, danger: true, onSelect: open('delete') },
          ],
        }
      }}
    />
  )
}

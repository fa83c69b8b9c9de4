import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { ShownQuestion } from './queries.ts'
import { useAsked } from './use-asked.ts'

/** Questions as a table, on phones as cards (SCREENS B14). */
export function QuestionTable({
  questions,
  itemsOf,
}: {
  questions: readonly ShownQuestion[]
  itemsOf: (question: ShownQuestion) => readonly MenuItem[]
}) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  const askedOf = useAsked()
  const number = (
    id: string,
    head: React.ReactNode,
    of: (question: ShownQuestion) => number,
  ): Column<ShownQuestion> => ({
    id,
    head,
    end: true,
    priority: 3,
    cell: (question) => formatNumber(of(question), language),
  })
  return (
    <Table
      label={t`Questions`}
      rows={questions}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'date',
          head: <Trans>Date</Trans>,
          card: 'time',
          cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, zone)}</span>,
        },
        {
          id: 'question',
          head: <Trans>Question</Trans>,
          card: 'title',
          cell: ({ id, content }) => (
            <Link to="/question/$id" params={{ id }} className="question-text">
              {content}
            </Link>
          ),
        },
        {
          id: 'asked',
          head: <Trans>Specialty or doctor</Trans>,
          card: 'detail',
          cell: (question) => askedOf(question) ?? <span className="dim">–</span>,
        },
        {
          id: 'answered',
          head: <Trans>Answered on</Trans>,
          card: 'detail',
          cell: ({ answeredAt, answeredBy }) =>
            answeredAt ? (
              <span className="two-lines plain">
                <span>{formatDate(answeredAt, zone)}</span>
                <span>{answeredBy}</span>
              </span>
            ) : (
              <span className="dim">{t({ message: 'not yet', context: 'answer' })}</span>
            ),
        },
        number('likes', <Trans>Likes</Trans>, ({ likes }) => likes),
        number('dislikes', <Trans>Dislikes</Trans>, ({ dislikes }) => dislikes),
        number('views', <Trans>Views</Trans>, ({ views }) => views),
        {
          id: 'state',
          head: <Trans>Status</Trans>,
          card: 'status',
          priority: 2,
          cell: ({ published }) => <PublishedBadge published={published} />,
        },
      ]}
      markOf={changeOf}
      tagOf={(question) => <RecordChange of={question} />}
      menuOf={(question) => ({ name: question.content.slice(0, 60), items: itemsOf(question) })}
    />
  )
}

export function PublishedBadge({ published }: { published: boolean }) {
  return (
    <span className="badge plain" data-tone={published ? 'completed' : 'cancelled'}>
      {published ? <Trans context="content">published</Trans> : <Trans context="content">not published</Trans>}
    </span>
  )
}

import './question.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import { isUnder } from '../../../contract/question/question.rules.ts'
import { QUESTION_STATES } from '../../../contract/question/question.lists.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import type { QuestionSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useQuestionActs } from './question-acts.tsx'
import { QuestionTable } from './question-table.tsx'
import type { ShownQuestion } from './queries.ts'
import { useAsked } from './use-asked.ts'

/** Questions under three tabs with their counts, first those to be answered (SCREENS B14). */
export function QuestionPart({
  questions,
  search,
  set,
}: {
  questions: readonly ShownQuestion[]
  search: QuestionSearch
  set: (patch: Partial<QuestionSearch>) => void
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const askedOf = useAsked()
  const [words, setWords] = useState('')
  const folded = foldText(useDeferredValue(words).trim())
  const { itemsOf, dialogs } = useQuestionActs({
    onAnswer: ({ id }) => void navigate({ to: '/question/$id', params: { id }, hash: 'answer' }),
  })
  const { state = 'unanswered', asked: requestedFilter, page: wanted = 1, size = 20 } = search
  const found = questions.filter(
    (question) =>
      (!requestedFilter || (question.doctorId ?? question.branchId) === requestedFilter) &&
      (!folded || foldText(question.content).includes(folded)),
  )
  const labels = { unanswered: t`Unanswered`, answered: t`Answered`, unpublished: t`Not published` }
  const options = new Map(
    questions.flatMap((question) => {
      const label = askedOf(question)
      return label ? [[question.doctorId ?? question.branchId ?? '', label] as const] : []
    }),
  )
  const list = (under: (typeof QUESTION_STATES)[number]) => {
    const shown = found.filter((question) => isUnder(question, under))
    const { page, pages, rows } = pageOf(shown, { page: wanted, size })
    return (
      <Card
        flush
        title={labels[under]}
        count={shown.length > 0 && <Plural value={shown.length} one="# question" other="# questions" />}
        aside={<Freshness />}
      >
        {rows.length > 0 ? (
          <>
            <QuestionTable questions={rows} itemsOf={itemsOf} />
            <Pager
              page={page}
              pages={pages}
              shown={rows.length}
              total={shown.length}
              size={size}
              onPage={(next) => set({ page: next })}
              onSize={(next) => set({ size: next })}
            />
          </>
        ) : requestedFilter || folded ? (
          <EmptyByFilter
            onClear={() => {
              setWords('')
              set({ asked: undefined })
            }}
          >
            <Trans>There are {questions.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty
              icon={<CircleQuestionMark className="icon-lg" />}
              title={under === 'unanswered' ? <Trans>Nothing to answer</Trans> : <Trans>No questions here</Trans>}
            >
              <Trans>Questions come from the booking site.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
    )
  }
  return (
    <div className="stack">
      <OfflineBar />
      {questions.length > 0 && (
        <div className="row wrap">
          <SearchInput
            label={t`Search in the questions`}
            placeholder={t`A word of the question`}
            autoComplete="off"
            maxLength={100}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          {options.size > 1 && (
            <Chips label={t`Filters`}>
              <ChipMenu
                single
                label={t`Specialty or doctor`}
                options={[...options].map(([value, label]) => ({ value, label }))}
                values={requestedFilter && options.has(requestedFilter) ? [requestedFilter] : []}
                onChange={([value]) => set({ asked: value })}
              />
            </Chips>
          )}
        </div>
      )}
      <Tabs
        label={t`Questions`}
        value={state}
        onChange={(next) => set({ state: QUESTION_STATES.find((each) => each === next) })}
        tabs={QUESTION_STATES.map((under) => ({
          id: under,
          label: labels[under],
          count: found.filter((question) => isUnder(question, under)).length,
          content: list(under),
        }))}
      />
      {dialogs}
    </div>
  )
}

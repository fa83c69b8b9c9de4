import './comment.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MessageSquareText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import type { CommentSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter } from '../../ui/states.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { useCommentActs } from './comment-acts.tsx'
import { CommentFilters, NONE } from './comment-filters.tsx'
import { CommentHead } from './comment-head.tsx'
import { passing } from './comment-list.ts'
import { CommentTable } from './comment-table.tsx'
import type { ShownComment } from './queries.ts'

/** Comments with their head, filters, list and acts: all that the person may see, or those of one doctor. */
export function CommentPart({
  comments,
  search,
  set,
  ofOneDoctor = false,
}: {
  comments: readonly ShownComment[]
  search: CommentSearch
  set: (patch: Partial<CommentSearch>) => void
  ofOneDoctor?: boolean
}) {
  const { t } = useLingui()
  const { now } = useDevice()
  // words from patients' comments stay out of the address (TRUST D18)
  const [words, setWords] = useState('')
  const typed = useDeferredValue(words)
  const { itemsOf, dialogs, read } = useCommentActs()
  const { rate, page: wanted = 1, size = 20, ...rest } = search
  const counted = passing(comments, { ...rest, words: typed }, now())
  const shown = rate ? counted.filter((comment) => comment.rate === rate) : counted
  const { page, pages, rows } = pageOf(shown, { page: wanted, size })
  return (
    <div className="stack">
      <OfflineBar />
      <CommentHead comments={counted} rate={rate} onRate={(next) => set({ rate: next })} />
      {comments.length > 0 && (
        <>
          <div className="row wrap">
            <SearchInput
              label={t`Search in the comments`}
              placeholder={t`A word of the comment`}
              autoComplete="off"
              maxLength={100}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <CommentFilters of={comments} search={search} set={set} />
        </>
      )}
      <Card
        flush
        title={<Trans>Comments</Trans>}
        count={shown.length > 0 && <Plural value={shown.length} one="# comment" other="# comments" />}
        aside={<Freshness />}
      >
        {rows.length > 0 ? (
          <>
            <CommentTable comments={rows} itemsOf={itemsOf} onRead={read} ofOneDoctor={ofOneDoctor} />
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
        ) : comments.length > 0 ? (
          <EmptyByFilter
            onClear={() => {
              setWords('')
              set(NONE)
            }}
          >
            <Trans>There are {comments.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty icon={<MessageSquareText className="icon-lg" />} title={<Trans>No comments yet</Trans>}>
              <Trans>Patients are asked after a completed appointment.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
      {dialogs}
    </div>
  )
}

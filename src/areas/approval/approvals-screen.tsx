import './approval.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { type Approval } from '../../../contract/approval/approval.ts'
import { APPROVAL_STATUSES } from '../../../contract/approval/approval.lists.ts'
import type { PageSize } from '../../../contract/kernel/constants.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import { Card } from '../../ui/card.tsx'
import { Chips, FilterChip } from '../../ui/chip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { ApprovalLine } from './approval-line.tsx'
import { useStatusWords } from './approval-words.ts'
import { useApprovals } from './queries.ts'

const route = getRouteApi('/signed-in/approval')

/** /approval (admin, clinic): what waits for a second person, and what became of the rest (docs/decisions/0101). */
export function ApprovalsScreen() {
  const { t } = useLingui()
  const { status, page = 1, size = 20 } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useStatusWords()
  const { value, problem, again } = useApprovals(status, page, size)
  const set = (search: { status?: Approval['status']; page?: number; size?: PageSize }) =>
    void navigate({ search, replace: true, resetScroll: false })
  return (
    <div className="stack">
      <Chips label={t`Filters`}>
        <FilterChip on={!status} onToggle={() => set({})}>
          <Trans>All</Trans>
        </FilterChip>
        {APPROVAL_STATUSES.map((each) => (
          <FilterChip key={each} on={status === each} onToggle={() => set({ status: each })}>
            {words[each]}
          </FilterChip>
        ))}
      </Chips>
      {problem && (
        <NotKeptNote problem={problem} onRetry={again}>
          <Trans>These requests are not kept on this device.</Trans>
        </NotKeptNote>
      )}
      {!value ? (
        !problem && <ListSkeleton rows={4} />
      ) : value.approvals.length > 0 ? (
        <Card flush title={<Trans>Requests</Trans>} count={value.total}>
          <ul className="approvals" aria-label={t`Requests`}>
            {value.approvals.map((approval) => (
              <ApprovalLine key={approval.id} approval={approval} onDecided={again} />
            ))}
          </ul>
          {value.pages > 1 && (
            <Pager
              page={page}
              pages={value.pages}
              shown={value.approvals.length}
              total={value.total}
              size={size}
              onPage={(next) => set({ ...(status && { status }), page: next, size })}
              onSize={(next) => set({ ...(status && { status }), size: next })}
            />
          )}
        </Card>
      ) : status ? (
        <EmptyByFilter onClear={() => set({})} />
      ) : (
        <Empty icon={<ShieldCheck className="icon-lg" />} title={<Trans>Nothing waits for a second person</Trans>}>
          <Trans>Anything credited, deducted or refunded by hand above the limit appears here.</Trans>
        </Empty>
      )}
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { COMPLETE_EARLY_MINUTES } from '../../../contract/kernel/constants.ts'
import { formatDateTime, formatTime } from '../../i18n/format.ts'
import { Timeline, type Step } from '../../ui/timeline.tsx'
import type { ShownVisit } from './queries.ts'

/**
 * The steps of a visit from left to right: made, paid, arrived, ended; when and by whom (rules 24–26). Times are in the
 * visit's own zone.
 */
export function VisitSteps({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const at = (iso: string) => formatDateTime(iso, visit.zone)
  const step = (id: string, bead: Step['bead'], title: ReactNode, lines: readonly ReactNode[], open = false): Step => ({
    id,
    bead,
    title,
    lines,
    ...(open && { open }),
  })
  /** When the server received the newest of these, if that was much later (decision 0086). */
  const sent = (isNewest: boolean) =>
    isNewest && visit.heardAt ? [<Trans key="sent">sent {at(visit.heardAt)}</Trans>] : []
  const newest =
    visit.status === 'completed' ? 'end' : visit.noShowAt ? 'no-show' : visit.arrivedAt ? 'arrived' : 'made'
  const steps: Step[] = [
    step('made', 'saved', <Trans>Created</Trans>, [at(visit.createdAt), ...sent(newest === 'made'), visit.createdBy]),
  ]
  if (visit.paymentStatus === 'completed') steps.push(step('paid', 'saved', <Trans>Paid</Trans>, []))
  if (visit.confirmedAt)
    steps.push(
      step(
        'confirmed',
        'saved',
        <Trans context="visit">Confirmed</Trans>,
        [at(visit.confirmedAt), visit.confirmedBy].filter(Boolean),
      ),
    )
  if (visit.arrivedAt)
    steps.push(
      step(
        'arrived',
        'arrived',
        <Trans>Arrived</Trans>,
        [at(visit.arrivedAt), ...sent(newest === 'arrived')],
        visit.status === 'waiting',
      ),
    )
  if (visit.noShowAt && visit.status === 'waiting')
    steps.push(
      step('no-show', 'no-show', <Trans>No-show</Trans>, [at(visit.noShowAt), ...sent(newest === 'no-show')], true),
    )
  if (visit.status === 'completed')
    steps.push(
      step(
        'end',
        'completed',
        <Trans>Completed</Trans>,
        [visit.completedAt ? at(visit.completedAt) : null, ...sent(newest === 'end'), visit.completedBy].filter(
          Boolean,
        ),
      ),
    )
  else if (visit.status === 'cancelled')
    steps.push(
      step(
        'end',
        'cancelled',
        <Trans>Cancelled</Trans>,
        [visit.cancelledAt ? at(visit.cancelledAt) : null, visit.cancelledBy, visit.cancelReason].filter(Boolean),
      ),
    )
  else {
    const last = steps.pop()
    if (last) steps.push({ ...last, open: true })
    const earliest = new Date(Date.parse(visit.start) - COMPLETE_EARLY_MINUTES * 60_000).toISOString()
    steps.push(
      step('end', 'waiting', <Trans>To be completed</Trans>, [
        <Trans key="from">from {formatTime(earliest, visit.zone)}</Trans>,
        <Trans key="who">doctor or clinic</Trans>,
      ]),
    )
  }
  return <Timeline label={t`Timeline`} steps={steps} />
}

import { Trans } from '@lingui/react/macro'
import { ChangeTag, VisitBadge } from '../../ui/badge.tsx'
import { type ChangeState, VISIT_STATES } from '../../ui/bead-states.ts'
import { FreshLine, OfflineLine } from '../../ui/fresh-line.tsx'
import { Note } from '../../ui/note.tsx'
import { SyncChip } from '../../ui/sync-chip.tsx'
import { Part } from './part.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NOW, ZONE } from './samples.ts'

/**
 * Round badges are states of visits, square tags are states of changes; then the chip, the freshness of lists, notes.
 */
export function Status() {
  return (
    <>
      <Part title={<Trans>Round: the visit</Trans>} help={<Trans>Shape, word, form</Trans>}>
        <div className="row wrap">
          {VISIT_STATES.map((state) => (
            <VisitBadge key={state} state={state} />
          ))}
          <VisitBadge state="arrived">
            <Trans>Arrived at 10:52</Trans>
          </VisitBadge>
          <VisitBadge state="completed" plain />
        </div>
      </Part>
      <Part title={<Trans>Square: the change</Trans>} help={<Trans>Where is what I did?</Trans>}>
        <div className="row wrap">
          {CHANGES.map((state) => (
            <ChangeTag key={state} state={state} />
          ))}
          <ChangeTag state="failed">
            <Trans>Time taken</Trans>
          </ChangeTag>
        </div>
        <div className="row wrap">
          {CHIPS.map((chip, index) => (
            <SyncChip key={index} {...chip} onOpen={() => {}} />
          ))}
        </div>
      </Part>
      <Part title={<Trans>Freshness and notes</Trans>}>
        <div className="row wrap" style={{ gap: 'var(--s-6)' }}>
          <FreshLine at={NOW - 180_000} zone={ZONE} offline={false} onRefresh={() => {}} />
          <FreshLine at={NOW} zone={ZONE} offline={false} onRefresh={() => {}} refreshing />
          <FreshLine at={NOW - 1_600_000} zone={ZONE} offline />
          <RelativeTime at={NOW - 7_200_000} zone={ZONE} />
          <FreshLine at={NOW - 90_000_000} zone={ZONE} offline />
        </div>
        <OfflineLine at={NOW - 1_600_000} zone={ZONE} onRetry={() => {}} />
        <div className="gallery-columns">
          <Note tone="failed" title={<Trans>Please correct 2 fields before saving</Trans>}>
            <span className="note-links">
              <a href="#phone">
                <Trans>Telephone</Trans>
              </a>
              <a href="#birth">
                <Trans>Date of birth</Trans>
              </a>
            </span>
          </Note>
          <Note tone="pending" title={<Trans>Draft kept on this device, 10:51</Trans>}>
            <Trans>
              Only you see it until you save. <a href="#draft">Discard the draft</a>
            </Trans>
          </Note>
          <Note tone="offline" title={<Trans>No network?</Trans>}>
            <Trans>You can open the last session on this device.</Trans>
          </Note>
        </div>
      </Part>
    </>
  )
}

const CHANGES: readonly ChangeState[] = ['saved', 'pending', 'conflict', 'failed', 'offline']
const quiet = { offline: false, waiting: 0, conflicts: 0, failed: 0, savedAt: '11:14' }
const CHIPS = [
  quiet,
  { ...quiet, waiting: 2 },
  { ...quiet, offline: true, waiting: 3 },
  { ...quiet, offline: true },
  { ...quiet, conflicts: 2, waiting: 1 },
  { ...quiet, failed: 1, conflicts: 1 },
]

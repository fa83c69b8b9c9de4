import './moderation.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { type Waiting } from '../../../contract/moderation/moderation.ts'
import { WAITING_KINDS } from '../../../contract/moderation/moderation.lists.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { NotKeptNote } from '../../screen/not-kept-note.tsx'
import type { ModerationSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chips, FilterChip } from '../../ui/chip.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { KINDS_WORDS } from './moderation-words.ts'
import { useWaiting } from './queries.ts'
import { ReadDialog } from './read-dialog.tsx'
import { WaitingLine } from './waiting-line.tsx'

const route = getRouteApi('/signed-in/moderation')

/**
 * /moderation (admin): what waits to be published in all clinics, to be read and decided one by one
 * (docs/decisions/0145).
 */
export function ModerationScreen() {
  const { t, i18n } = useLingui()
  const { kind, clinic, page = 1, size = 20 } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Waiting | null>(null)
  const { value, problem, again } = useWaiting(
    { ...(kind && { kind }), ...(clinic && { clinicId: clinic }) },
    page,
    size,
  )
  const set = (patch: Partial<ModerationSearch>) =>
    void navigate({
      search: { ...(kind && { kind }), ...(clinic && { clinic }), size, page: undefined, ...patch },
      replace: true,
      resetScroll: false,
    })
  const all = value && Object.values(value.counts).reduce((sum, n) => sum + n, 0)
  const clinicName = clinic && value?.waiting.find(({ clinicId }) => clinicId === clinic)?.clinicName
  return (
    <div className="stack">
      <Chips label={t`Filters`}>
        <FilterChip on={!kind} onToggle={() => set({ kind: undefined })}>
          <Trans>All</Trans> {all !== undefined && <span className="dim">{all}</span>}
        </FilterChip>
        {WAITING_KINDS.map((each) => (
          <FilterChip key={each} on={kind === each} onToggle={() => set({ kind: kind === each ? undefined : each })}>
            {i18n._(wordOf(KINDS_WORDS, each))} {value && <span className="dim">{value.counts[each]}</span>}
          </FilterChip>
        ))}
        {clinic && (
          <Button look="quiet" small onClick={() => set({ clinic: undefined })}>
            {clinicName ? (
              <Trans>{clinicName} only: show all clinics</Trans>
            ) : (
              <Trans>One clinic only: show all clinics</Trans>
            )}
          </Button>
        )}
      </Chips>
      {problem && (
        <NotKeptNote problem={problem} onRetry={again}>
          <Trans>This list covers all clinics and is not kept on this device.</Trans>
        </NotKeptNote>
      )}
      {!value ? (
        !problem && <ListSkeleton rows={4} />
      ) : value.waiting.length > 0 ? (
        <Card
          flush
          title={<Trans>Waiting to be published</Trans>}
          count={<Plural value={value.total} one="# entry" other="# entries" />}
        >
          <ul className="waiting-list" aria-label={t`Waiting to be published`}>
            {value.waiting.map((waiting) => (
              <WaitingLine
                key={waiting.id}
                waiting={waiting}
                onRead={() => setOpen(waiting)}
                {...(!clinic && waiting.clinicId && { onClinic: () => set({ clinic: waiting.clinicId ?? undefined }) })}
              />
            ))}
          </ul>
          {value.pages > 1 && (
            <Pager
              page={page}
              pages={value.pages}
              shown={value.waiting.length}
              total={value.total}
              size={size}
              onPage={(next) => set({ page: next })}
              onSize={(next) => set({ size: next })}
            />
          )}
        </Card>
      ) : kind || clinic ? (
        <EmptyByFilter onClear={() => set({ kind: undefined, clinic: undefined })} />
      ) : page > 1 ? (
        <EmptyByFilter onClear={() => set({})} />
      ) : (
        <Empty icon={<Inbox className="icon-lg" />} title={<Trans>Nothing waits to be published</Trans>}>
          <Trans>
            Comments, answers, articles and pages that no one has decided on yet appear here, of all clinics.
          </Trans>
        </Empty>
      )}
      {open && <ReadDialog waiting={open} onClose={() => setOpen(null)} onDecided={again} />}
    </div>
  )
}

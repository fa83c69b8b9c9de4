import './closure.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarHeart, CalendarOff, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { addDays, dayBounds, todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ChangeTag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { ClosureDialog } from './closure-dialog.tsx'
import { closureWhen } from './closure-when.ts'
import { openClinic } from './commands.ts'
import { HolidaysDialog } from './holidays-dialog.tsx'
import { useHits } from './queries-hit.ts'
import { useClosures, type ShownClosure } from './queries.ts'

/** /closure, for a desk: when the whole clinic is closed, and how many appointments still fall into it (decision 0152). */
export function ClosuresScreen() {
  const { t } = useLingui()
  const device = useDevice()
  const clinic = useClinics()?.get(device.person.clinicId ?? '')
  const zone = clinic?.zone ?? device.zone
  const today = todayIn(zone, device.now())
  const closures = useClosures(new Date(dayBounds(addDays(today, -1), zone).from).toISOString())
  const hits = useHits(closures ?? [])
  const [open, setOpen] = useState<'new' | 'holidays' | null>(null)
  const [opening, setOpening] = useState<ShownClosure | null>(null)
  const save = useSaySaved()
  if (!closures || !hits) return <ListSkeleton />
  const acts = (
    <>
      <Button onClick={() => setOpen('holidays')}>
        <CalendarHeart aria-hidden="true" />
        <Trans>Add public holidays</Trans>
      </Button>
      <Button look="primary" onClick={() => setOpen('new')}>
        <CalendarOff aria-hidden="true" />
        <Trans>Close the clinic</Trans>
      </Button>
    </>
  )
  return (
    <div className="stack">
      <OfflineBar />
      {closures.length === 0 ? (
        <Empty icon={<DoorClosed className="icon-lg" />} title={<Trans>No closures are planned</Trans>} action={acts}>
          <Trans>Close the clinic for a holiday, a move or a repair: no doctor is offered in this time.</Trans>
        </Empty>
      ) : (
        <>
          <div className="row wrap closure-acts">{acts}</div>
          <Card flush title={<Trans>Planned closures</Trans>} count={closures.length}>
            <Table
              label={t`Closures`}
              rows={closures}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'name',
                  head: <Trans context="thing">Name</Trans>,
                  cell: ({ name }) => <b>{name}</b>,
                  card: 'title',
                },
                {
                  id: 'when',
                  head: <Trans context="from … to">When</Trans>,
                  cell: (closure) => closureWhen(closure, zone),
                  card: 'time',
                },
                {
                  id: 'hit',
                  head: <Trans>Appointments</Trans>,
                  card: 'detail',
                  cell: ({ id }) => <ToDecide id={id} count={hits.get(id) ?? 0} />,
                },
              ]}
              tagOf={({ pending }) => (pending === 'none' ? null : <ChangeTag state={TAGS[pending]} />)}
              actionOf={(closure) => (
                <Button small onClick={() => setOpening(closure)}>
                  <Trans>Open again</Trans>
                  <span className="vh"> {closure.name}</span>
                </Button>
              )}
            />
          </Card>
        </>
      )}
      {open === 'new' && <ClosureDialog zone={zone} today={today} onClose={() => setOpen(null)} />}
      {open === 'holidays' && (
        <HolidaysDialog
          country={clinic?.country ?? null}
          zone={zone}
          today={today}
          closures={closures}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmDialog
        open={opening !== null}
        onOpenChange={() => setOpening(null)}
        title={<Trans>Open the clinic again: {opening?.name}?</Trans>}
        keep={<Trans>Keep it closed</Trans>}
        act={<Trans>Open again</Trans>}
        onConfirm={async () => {
          if (!opening) return
          const { name } = opening
          await save(() => openClinic(device, opening.id), t`Open for bookings again: ${{ when: name }}`)
        }}
      >
        <Trans>
          The doctors’ hours in this time are offered again. Appointments that were moved or cancelled stay so.
        </Trans>
      </ConfirmDialog>
    </div>
  )
}

function ToDecide({ id, count }: { id: string; count: number }) {
  if (count === 0)
    return (
      <span className="dim">
        <Trans context="appointments">none</Trans>
      </span>
    )
  return (
    <Link to="/closure/$id" params={{ id }}>
      <Plural value={count} one="Decide about # appointment" other="Decide about # appointments" />
    </Link>
  )
}

const TAGS = { waiting: 'pending', conflict: 'conflict', failed: 'failed' } as const

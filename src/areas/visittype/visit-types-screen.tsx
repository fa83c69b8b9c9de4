import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Archive, ListPlus, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useDoctors } from '../doctor/queries.ts'
import { formatMinutes, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { useSaySaved, useSayWhere } from '../../screen/say-saved.ts'
import { ChangeTag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { archiveVisitType, moveVisitType } from './commands.ts'
import { useBookedBy, useVisitTypes, type ShownVisitType } from './queries.ts'
import { VisitTypeForm } from './visit-type-form.tsx'
import { VisitTypeMark } from './visit-type-mark.tsx'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'archive'; readonly type: ShownVisitType }

/** /visittype, for a desk and a doctor: the kinds of visits that can be booked besides the hours' own (decision 0159). */
export function VisitTypesScreen() {
  const { t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const { person } = device
  const doctors = useDoctors()
  const types = useVisitTypes()
  const sayWhere = useSayWhere()
  const [open, setOpen] = useState<Open | null>(null)
  if (!types) return <ListSkeleton />
  /** A doctor sees the clinic's types and changes their own. */
  const mine = types.filter(({ doctorId }) => person.type === 'clinic' || doctorId === person.id)
  const add = (
    <Button look="primary" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden="true" />
      <Trans>New appointment type</Trans>
    </Button>
  )
  const close = () => setOpen(null)

  async function shift(type: ShownVisitType, by: 1 | -1) {
    const entries = await moveVisitType(device, mine, type.id, by)
    const last = entries.at(-1)
    if (last) sayWhere(last, t`Put in order: ${textIn(type.name, language)}`, entries)
  }
  const itemsOf = (type: ShownVisitType): readonly MenuItem[] => {
    const at = mine.indexOf(type)
    if (at < 0) return []
    return [
      { id: 'edit', label: t`Edit`, icon: <Pencil />, onSelect: () => setOpen({ kind: 'edit', type }) },
      ...(at > 0 ? [{ id: 'up', label: t`One up`, icon: <ArrowUp />, onSelect: () => void shift(type, -1) }] : []),
      ...(at < mine.length - 1
        ? [{ id: 'down', label: t`One down`, icon: <ArrowDown />, onSelect: () => void shift(type, 1) }]
        : []),
      {
        id: 'archive',
        label: t`Archive`,
        icon: <Archive />,
        danger: true,
        onSelect: () => setOpen({ kind: 'archive', type }),
      },
    ]
  }

  return (
    <div className="stack">
      <OfflineBar />
      <Card
        flush
        title={<Trans>Appointment types</Trans>}
        count={types.length > 0 && <Plural value={types.length} one="# type" other="# types" />}
        aside={
          <>
            <Freshness />
            {types.length > 0 && add}
          </>
        }
      >
        {types.length === 0 ? (
          <NeverFilled>
            <Empty icon={<ListPlus className="icon-lg" />} title={<Trans>No appointment types yet</Trans>} action={add}>
              <Trans>Without any, appointments have the length and the price of the doctor’s hours.</Trans>
            </Empty>
          </NeverFilled>
        ) : (
          <Table
            label={t`Appointment types`}
            rows={types}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'name',
                head: <Trans context="thing">Name</Trans>,
                card: 'title',
                cell: (type) => <VisitTypeMark type={type} />,
              },
              {
                id: 'length',
                head: <Trans>Length</Trans>,
                card: 'time',
                cell: (type) => <Length type={type} />,
              },
              {
                id: 'price',
                head: <Trans>Price</Trans>,
                end: true,
                card: 'detail',
                cell: ({ price, currency }) => formatMoney(price, currency, language),
              },
              {
                id: 'kind',
                head: <Trans>Appointment type</Trans>,
                priority: 2,
                card: 'detail',
                cell: ({ type }) => (type === 'online' ? <Trans>Online</Trans> : <Trans>Face to face</Trans>),
              },
              {
                id: 'who',
                head: <Trans>Booked by</Trans>,
                priority: 2,
                card: 'detail',
                cell: ({ forPatients }) =>
                  forPatients ? <Trans>Patients and desk</Trans> : <Trans>Only the desk and the doctor</Trans>,
              },
              {
                id: 'doctor',
                head: <Trans>Doctor</Trans>,
                priority: 3,
                card: 'detail',
                cell: ({ doctorId }) => {
                  const doctor = doctors?.get(doctorId ?? '')
                  return doctor ? fullName(doctor) : <Trans>Every doctor</Trans>
                },
              },
            ]}
            tagOf={({ pending }) => (pending === 'none' ? null : <ChangeTag state={TAGS[pending]} />)}
            menuOf={(type) => ({ name: textIn(type.name, language), items: itemsOf(type) })}
          />
        )}
      </Card>
      {open?.kind === 'new' && <VisitTypeForm type={null} place={types.length} onClose={close} />}
      {open?.kind === 'edit' && <VisitTypeForm type={open.type} place={open.type.place} onClose={close} />}
      {open?.kind === 'archive' && <ArchiveDialog type={open.type} onClose={close} />}
    </div>
  )
}

/** The length and, if there are any, the minutes around it. */
function Length({ type }: { type: ShownVisitType }) {
  const language = useLanguage()
  const { duration, bufferBefore, bufferAfter } = type
  const minutes = formatMinutes(duration, language)
  return (
    <span>
      {minutes}
      {(bufferBefore > 0 || bufferAfter > 0) && (
        <span className="sm dim">
          {' '}
          <Trans>
            (free before: {bufferBefore}, after: {bufferAfter})
          </Trans>
        </span>
      )}
    </span>
  )
}

function ArchiveDialog({ type, onClose }: { type: ShownVisitType; onClose: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const save = useSaySaved()
  const booked = useBookedBy(type.id) ?? 0
  const name = textIn(type.name, language)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Archive {name}?</Trans>}
      keep={<Trans>Keep it</Trans>}
      act={<Trans>Archive</Trans>}
      onConfirm={async () => {
        await save(() => archiveVisitType(device, type.id), t`Archived: ${name}`)
      }}
    >
      <p>
        <Trans>It can no longer be booked.</Trans>{' '}
        {booked > 0 && (
          <Plural
            value={booked}
            one="# appointment is booked by it and stays as it is, with its name and price."
            other="# appointments are booked by it and stay as they are, with their name and price."
          />
        )}
      </p>
    </ConfirmDialog>
  )
}

const TAGS = { waiting: 'pending', conflict: 'conflict', failed: 'failed' } as const

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { rowOf } from '../../../contract/calls.ts'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import type { Entry } from '../../db/entry.ts'
import { formatDateTime, formatTime } from '../../i18n/format.ts'
import { LinkExisting } from '../../areas/patient/link-existing.tsx'
import { OverrideOffer } from '../../areas/appointment/override-offer.tsx'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { repointPatient, sendAgain } from '../../screen/commands-waiting.ts'
import { EntryActions, EntryText } from './entry-actions.tsx'
import { useEntryWords } from '../../screen/entry-words.ts'
import { useOfferedSlots } from '../../areas/appointment/queries-offered.ts'
import type { EntryRecord } from '../../screen/queries-waiting.ts'

/**
 * A change that the server refused: what it was, the reason, the next step. What was typed is still here (rules 14, 22,
 * 60, 86).
 */
export function RefusalView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useEntryWords()
  const { problem } = entry
  const known = problem?.details['id']
  const isTime = OF_TIME.has(problem?.code ?? '')
  return (
    <Card
      title={`${words.title(entry)}: ${words.about(record)}`}
      aside={
        record?.phone && device.person.type !== 'patient' ? (
          <a className="btn sm" href={`tel:${record.phone}`}>
            <Phone aria-hidden="true" size={16} />
            <Trans>Call the patient</Trans>
          </a>
        ) : null
      }
    >
      <div className="stack">
        <Note tone="failed" title={words.reason(entry)}>
          {rowOf(entry.call).writes?.removes ? (
            <Trans>Nothing was deleted. The list shows the record as the server has it.</Trans>
          ) : (
            <Trans>Your entries are still here. The list shows the record as the server has it.</Trans>
          )}
        </Note>
        <EntryText entry={entry} />
        {isTime ? <OverrideOffer entry={entry} zone={record?.zone ?? device.zone} /> : null}
        {isTime ? <Offered entry={entry} zone={record?.zone ?? device.zone} /> : null}
        {problem?.code === 'patient_exists' && typeof known === 'string' ? (
          <div className="row wrap">
            <Button look="primary" onClick={() => void repointPatient(device, entry, known)}>
              <Trans>Use the existing patient</Trans>
            </Button>
            <span className="sm dim">
              <Trans>Appointments and notes waiting for the new record move to the existing patient.</Trans>
            </span>
          </div>
        ) : problem?.code === 'patient_exists' && entry.call === 'patient.add' && device.person.type !== 'admin' ? (
          <LinkExisting entry={entry} />
        ) : null}
        <EntryActions entry={entry} again={isTime ? null : t`Try again`} />
      </div>
    </Card>
  )
}

/** Refusals that another time answers. */
const OF_TIME = new Set<string>(['slot_taken', 'slot_outside', 'slot_closed', 'slot_past'])

/** The next free times of the same doctor: those that the server sent with the refusal, or new ones. */
function Offered({ entry, zone }: { entry: Entry; zone: string }) {
  const device = useDevice()
  const sent = entry.problem?.details['slots']
  const [slots, setSlots] = useState<readonly Slot[] | null>(Array.isArray(sent) ? (sent as readonly Slot[]) : null) // the contract has the server send slots here
  const find = useOfferedSlots()
  useEffect(() => {
    if (slots === null) void find(entry).then(setSlots)
  }, [entry, find, slots])
  if (slots === null) return null
  if (!slots.length)
    return (
      <p className="dim">
        <Plural
          value={device.settings.horizonDays}
          one="There is no free time with this doctor in the next day."
          other="There is no free time with this doctor in the next # days."
        />
      </p>
    )
  const today = todayIn(zone, device.now())
  return (
    <div className="stack-2">
      <p className="sm">
        <Trans>The next free times with the same doctor:</Trans>
      </p>
      <div className="offered">
        {slots.map((slot) => (
          <Button key={slot.start} onClick={() => void sendAgain(device, entry, offeredInput(entry, slot))}>
            {todayIn(zone, Date.parse(slot.start)) === today ? (
              <Trans>Today {formatTime(slot.start, zone)}</Trans>
            ) : (
              formatDateTime(slot.start, zone)
            )}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** An offered time is an ordinary one: what was said about the refused time does not apply to it. */
const offeredInput = ({ input: { overrides, ...input } }: Entry, slot: Slot): Entry['input'] => ({
  ...input,
  start: slot.start,
  ...(overrides !== undefined && { duration: (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000 }),
})

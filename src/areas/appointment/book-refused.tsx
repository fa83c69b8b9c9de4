import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { discardEntry, sendAgain } from '../../screen/commands-waiting.ts'
import { useEntryWords } from '../../screen/entry-words.ts'
import type { useEntriesOf } from '../../screen/queries-waiting.ts'
import { OverrideOffer } from './override-offer.tsx'
import { useOfferedSlots } from './queries-offered.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { wallOfVisit } from './visit-wall.ts'
import { EntryText } from '../../app/sync-centre/entry-actions.tsx'

type Entry = NonNullable<ReturnType<typeof useEntriesOf>>[number]

/**
 * The server's refusal while the person is still on the page: the reason, other times with one press, and everything
 * that was entered (rule 14).
 */
export function BookRefused({ entry, onChange }: { entry: Entry; onChange: () => void }) {
  const device = useDevice()
  const words = useEntryWords()
  const { code } = entry.problem ?? {}
  const again = (change: Entry['input']) => void sendAgain(device, entry, { ...entry.input, ...change })
  const isTime = OF_TIME.has(code ?? '')
  return (
    <Card title={entry.facts.patientName || <Trans>Your booking</Trans>}>
      <div className="stack">
        <Note tone="failed" alert title={words.reason(entry)}>
          <Trans>Nothing you have entered is lost.</Trans>
        </Note>
        {isTime ? <OverrideOffer entry={entry} zone={entry.facts.zone ?? device.zone} /> : null}
        {isTime ? (
          <OtherTimes
            entry={entry}
            onTake={(slot) =>
              again({
                start: slot.start,
                duration: (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000,
                overrides: undefined,
              })
            }
          />
        ) : null}
        {code === 'patient_overlap' && device.person.type !== 'patient' ? (
          <Button className="start" onClick={() => again({ overlapSeen: true })}>
            <Trans>Book anyway</Trans>
          </Button>
        ) : null}
        {code === 'transfer_too_late' ? (
          <Button className="start" onClick={() => again({ payWith: 'later', bankId: null })}>
            <Trans>Book with payment later</Trans>
          </Button>
        ) : null}
        <EntryText entry={entry} />
        <div className="row wrap">
          <Button onClick={() => void discardEntry(device, entry).then(onChange)}>
            <Trans>Change the booking</Trans>
          </Button>
          <Link className="btn quiet" to="/sync" search={{ tab: 'attention', entry: entry.id }}>
            <Trans>Decide later, in the sync centre</Trans>
          </Link>
        </div>
      </div>
    </Card>
  )
}

/** Refusals that another time answers. */
const OF_TIME = new Set<string>(['slot_taken', 'slot_outside', 'slot_closed', 'slot_past', 'slot_too_soon'])

/** The next five free times: those the refusal contains, else fetched. */
function OtherTimes({ entry, onTake }: { entry: Entry; onTake: (slot: Slot) => void }) {
  const { settings } = useDevice()
  const sent = entry.problem?.details['slots']
  const [slots, setSlots] = useState<readonly Slot[] | null>(Array.isArray(sent) ? (sent as readonly Slot[]) : null) // the contract has the server send slots here
  const find = useOfferedSlots()
  useEffect(() => {
    if (slots === null) void find(entry).then(setSlots)
  }, [entry, find, slots])
  if (slots === null) return null
  if (slots.length === 0)
    return (
      <p className="dim">
        <Plural
          value={settings.horizonDays}
          one="There is no other free time with this doctor in the next day."
          other="There is no other free time with this doctor in the next # days."
        />
      </p>
    )
  return (
    <div className="stack-2">
      <p>
        <Trans>The next free times with the same doctor:</Trans>
      </p>
      <div className="row wrap">
        {slots.map((slot) => (
          <Button key={slot.start} onClick={() => onTake(slot)}>
            {formatDateTime(slot.start, wallOfVisit(slot).zone)}
          </Button>
        ))}
      </div>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Cloud, NotebookPen, Tablet } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../contract/appointment.ts'
import { whyNotEdit, whyNotMove } from '../../contract/appointment.rules.ts'
import type { Entry } from '../db/entry.ts'
import { formatDateTime, formatSpan, formatTime } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { useDevice } from '../shell/device.tsx'
import { Button, Why } from '../ui/button.tsx'
import { discardEntry, saveAsNote, settleConflict } from './commands.ts'
import type { EntryRecord } from './queries.ts'
import { wordDiff } from './word-diff.ts'

type Fact = {
  readonly name: string
  readonly label: string
  readonly hint: string | null
  readonly mine: string
  readonly theirs: string
}
const NONE = '—'

/**
 * Two truths about one record, field by field: on this device, on the server, who and when. Nothing is chosen beforehand; what is
 * not chosen can be kept as a note (SCREENS B33).
 */
export function ConflictView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const [choice, setChoice] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const { current, by, at } = entry.problem?.details ?? {}
  const facts = useFacts(entry, isRecord(current) ? current : null)
  const zone = record?.zone ?? device.zone
  const why = isVisit(current)
    ? entry.call === 'appointment.move'
      ? whyNotMove(current, device.person, device.now(), device.house)
      : whyNotEdit(current, device.person, device.now())
    : null
  const locked = why ? i18n._(messages[why]) : null
  const open = facts.filter((fact) => !choice[fact.name])
  const mayNote =
    entry.call.startsWith('appointment.') && (device.person.type === 'doctor' || device.person.type === 'clinic')
  const asNote = () =>
    [isVisit(current) ? current.note : null, ...facts.map((fact) => `${fact.label}: ${fact.mine}`)]
      .filter(Boolean)
      .join('\n')
  const whoHere = `${entry.by}, ${formatTime(entry.madeAt, zone)}`
  const whoThere = [typeof by === 'string' ? by : null, typeof at === 'string' ? formatTime(at, zone) : null]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <div>
        <h2 className="sync-title">
          {record?.start
            ? t`${record.name}, appointment on ${formatDateTime(record.start, zone)}`
            : (record?.name ?? '')}
        </h2>
        <p className="dim measure">
          <Trans>
            While this change waited here, somebody else changed the same record. Please choose for each field what is
            to hold. Nothing is lost: what you do not choose can be kept as a note.
          </Trans>
        </p>
      </div>
      <div className="cfs">
        <div className="cfh">
          <div>
            <b>
              <Trans>Field</Trans>
            </b>
          </div>
          <div>
            <b>
              <Tablet aria-hidden="true" size={16} /> <Trans>On this device</Trans>
            </b>
            <br />
            <span className="dim">{whoHere}</span>
          </div>
          <div>
            <b>
              <Cloud aria-hidden="true" size={16} /> <Trans>On the server</Trans>
            </b>
            <br />
            <span className="dim">{whoThere}</span>
          </div>
        </div>
        {facts.map((fact) => (
          <div className="cf" role="radiogroup" aria-label={fact.label} key={fact.name}>
            <div className="cf-name">
              <b>{fact.label}</b>
              {fact.hint ? <span className="dim">{fact.hint}</span> : null}
            </div>
            {(['mine', 'theirs'] as const).map((side) => (
              <label className="cf-side" key={side}>
                <input
                  type="radio"
                  name={fact.name}
                  aria-label={side === 'mine' ? t`On this device: ${fact.mine}` : t`On the server: ${fact.theirs}`}
                  disabled={side === 'mine' && locked !== null}
                  checked={choice[fact.name] === side}
                  onChange={() => setChoice({ ...choice, [fact.name]: side })}
                />
                <span>
                  <span className="cf-where">
                    {side === 'mine' ? (
                      <Trans>On this device: {whoHere}</Trans>
                    ) : (
                      <Trans>On the server: {whoThere}</Trans>
                    )}
                  </span>
                  <span className="cf-value">
                    {wordDiff(fact[side], fact[side === 'mine' ? 'theirs' : 'mine']).map((piece, i) =>
                      piece.differs ? <mark key={i}>{piece.text}</mark> : piece.text,
                    )}
                  </span>
                </span>
              </label>
            ))}
          </div>
        ))}
      </div>
      <div className="row wrap top">
        <Button
          look="primary"
          whyDisabled={open.length ? t`Please choose for each field first.` : null}
          onClick={() =>
            void settleConflict(
              device,
              entry,
              facts.filter((fact) => choice[fact.name] === 'mine').map((fact) => fact.name),
            )
          }
        >
          <Trans>Apply the choice</Trans>
        </Button>
        <Button onClick={() => void discardEntry(device, entry)}>
          <Trans>Keep all from the server</Trans>
        </Button>
        <Button
          whyDisabled={locked}
          showWhy={false}
          onClick={() =>
            void settleConflict(
              device,
              entry,
              facts.map((fact) => fact.name),
            )
          }
        >
          <Trans>Keep all from this device</Trans>
        </Button>
        {mayNote && facts.length ? (
          <Button look="quiet" onClick={() => void saveAsNote(device, entry, asNote())}>
            <NotebookPen aria-hidden="true" size={18} />
            <Trans>Save mine as a note</Trans>
          </Button>
        ) : null}
      </div>
      {locked ? (
        <Why>
          <Trans>Yours cannot hold here: {locked}</Trans>
        </Why>
      ) : null}
    </>
  )
}

/** Only the fields that differ, in the words a person knows them by. */
function useFacts(entry: Entry, current: Readonly<Record<string, unknown>> | null): Fact[] {
  const { t } = useLingui()
  if (!current) return []
  const { input } = entry
  const facts: Fact[] = []
  if (entry.call === 'appointment.move' && isVisit(current)) {
    const span = (start: string, minutes: number) =>
      `${formatDateTime(start, current.zone)}${formatSpan('', formatTime(Date.parse(start) + minutes * 60_000, current.zone))}`
    facts.push({
      name: 'start',
      label: t`Time`,
      hint: t`beginning, end and doctor hold together`,
      mine: span(String(input['start']), Number(input['duration'])),
      theirs: span(current.start, current.duration),
    })
  } else {
    const labels: Readonly<Record<string, string>> = {
      note: t`Note`,
      patientNote: t`Patient’s note`,
      meetingLink: t`Meeting link`,
      text: t`Note`,
      name: t`Name`,
      phone: t`Phone`,
      email: t`E-mail`,
      birthDate: t`Date of birth`,
      gender: t`Gender`,
      bloodType: t`Blood type`,
      allergies: t`Allergies`,
      emergencyName: t`Who to call in an emergency`,
      emergencyPhone: t`Their phone`,
      city: t`City`,
    }
    for (const [name, label] of Object.entries(labels)) {
      if (name in input)
        facts.push({
          name,
          label,
          hint: null,
          mine: String(input[name] ?? NONE),
          theirs: String(current[name] ?? NONE),
        })
    }
  }
  return facts.filter((fact) => fact.mine !== fact.theirs)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isVisit = (value: unknown): value is Appointment =>
  typeof value === 'object' && value !== null && 'patientName' in value

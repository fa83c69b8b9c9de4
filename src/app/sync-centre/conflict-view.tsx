import { Trans, useLingui } from '@lingui/react/macro'
import { Cloud, NotebookPen, Tablet } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { whyNotEdit, whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import { whyNotAnswer } from '../../../contract/question/question.rules.ts'
import type { Question } from '../../../contract/question/question.ts'
import type { Entry } from '../../db/entry.ts'
import { formatDateTime, formatSpan, formatTime } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Button, Why } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { settleConflict } from '../../screen/commands-waiting.ts'
import { differing, type Differing } from './conflict-facts.ts'
import { FactRow, type Fact, type Side } from './conflict-fact.tsx'
import type { EntryRecord } from '../../screen/queries-waiting.ts'
import { useFieldText } from './use-field-text.ts'
import { useParkedActs } from './use-parked-acts.tsx'

/**
 * A conflict, fact by fact: the values on this device and on the server, who changed them and when. Facts that someone
 * else has changed too have no preselected choice; what is not chosen can be kept as a note (SCREENS B33).
 */
export function ConflictView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const { discard, note } = useParkedActs(entry)
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>({})
  const { current, by, at } = entry.problem?.details ?? {}
  const facts = useFacts(entry, isRecord(current) ? current : null, record?.zone ?? device.zone)
  const zone = record?.zone ?? device.zone
  const why = isVisit(current)
    ? entry.call === 'appointment.move'
      ? whyNotMove(current, device.person, device.now(), device.settings)
      : whyNotEdit(current, device.person, device.now())
    : entry.call === 'question.answer' && isAnswered(current)
      ? whyNotAnswer(current, device.person)
      : null
  const locked = why ? i18n._(messages[why]) : null
  const chosen = (fact: Fact): Side | undefined => choice[fact.name] ?? (fact.theirs || locked ? undefined : 'mine')
  const open = facts.filter((fact) => !chosen(fact))
  const mayNote =
    entry.call.startsWith('appointment.') && (device.person.type === 'doctor' || device.person.type === 'clinic')
  const asNote = () =>
    [isVisit(current) ? current.note : null, ...facts.map((fact) => `${fact.label}: ${fact.values.mine}`)]
      .filter(Boolean)
      .join('\n')
  const where = {
    mine: `${entry.by}, ${formatTime(entry.madeAt, zone)}`,
    theirs: [
      isAnswered(current) ? current.answeredBy : typeof by === 'string' ? by : null,
      whenOf(isAnswered(current) ? current.answeredAt : at, zone),
    ]
      .filter(Boolean)
      .join(', '),
  }
  return (
    <>
      <div>
        <h2 className="sync-title">
          {record?.start
            ? t`${record.name}, appointment on ${formatDateTime(record.start, zone)}`
            : (record?.name ?? '')}
        </h2>
        <p className="dim measure">
          {facts.length ? (
            <Trans>
              While this change waited here, someone else changed the same record. Choose which version to keep for each
              field. Nothing is lost: what you do not choose can be kept as a note.
            </Trans>
          ) : (
            <Trans>
              While this change waited here, someone else changed the same record. Both are now the same: there is
              nothing to choose.
            </Trans>
          )}
        </p>
      </div>
      {facts.length ? (
        <div className="cfs">
          <div className="cfh" aria-hidden="true">
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
              <span className="dim">{where.mine}</span>
            </div>
            <div>
              <b>
                <Cloud aria-hidden="true" size={16} /> <Trans>On the server</Trans>
              </b>
              <br />
              <span className="dim">{where.theirs}</span>
            </div>
          </div>
          {facts.map((fact) => (
            <FactRow
              key={fact.name}
              fact={fact}
              where={where}
              locked={locked !== null}
              chosen={chosen(fact)}
              onChoose={(side) => setChoice({ ...choice, [fact.name]: side })}
            />
          ))}
        </div>
      ) : null}
      <div className="row wrap top">
        {facts.length ? (
          <Button
            look="primary"
            whyDisabled={open.length ? t`Choose for each field first.` : null}
            onClick={() =>
              void settleConflict(
                device,
                entry,
                facts.filter((fact) => chosen(fact) === 'theirs').map(({ name }) => name),
              )
            }
          >
            <Trans>Apply the choice</Trans>
          </Button>
        ) : null}
        <Button {...(!facts.length && { look: 'primary' })} onClick={discard}>
          {facts.length ? <Trans>Keep all from the server</Trans> : <Trans>Dismiss</Trans>}
        </Button>
        {facts.length ? (
          <Button whyDisabled={locked} showWhy={false} onClick={() => void settleConflict(device, entry, [])}>
            <Trans>Keep all from this device</Trans>
          </Button>
        ) : null}
        {mayNote && facts.length ? (
          <Button look="quiet" onClick={() => note(asNote())}>
            <NotebookPen aria-hidden="true" size={18} />
            <Trans>Save mine as a note</Trans>
          </Button>
        ) : null}
      </div>
      {locked ? (
        <>
          <Why>
            <Trans>Your version cannot be kept: {locked}</Trans>
          </Why>
          {entry.call === 'question.answer' && facts[0] ? (
            <p>
              <CopyButton value={facts[0].values.mine} label={t`Copy my text`}>
                <Trans>Copy my text</Trans>
              </CopyButton>
            </p>
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** The differing facts, in words that people know. */
function useFacts(entry: Entry, current: Readonly<Record<string, unknown>> | null, zone: string): Fact[] {
  const { t } = useLingui()
  const { label, text } = useFieldText(current ? [entry.input, current] : [])
  if (!current) return []
  const say = ({ name, fields }: Differing, row: Readonly<Record<string, unknown>>): string => {
    if (entry.call === 'appointment.move' && name === 'time') {
      const [start, minutes] = [String(row['start']), Number(row['duration'])]
      const when = `${formatDateTime(start, zone)}${formatSpan('', formatTime(Date.parse(start) + minutes * 60_000, zone))}`
      return fields.includes('doctorId') ? `${when}, ${text('doctorId', row['doctorId'], { zone })}` : when
    }
    const beside = { zone, currency: current['currency'] }
    const [only] = fields
    if (fields.length === 1) return text(only!, row[only!], beside)
    return fields.map((field) => `${label(field)}: ${text(field, row[field], beside)}`).join('\n')
  }
  return differing(entry, current).map((fact) => ({
    ...fact,
    label: fact.name === 'time' ? t`Time` : fact.fields.map(label).join(', '),
    hint: !fact.theirs
      ? t`changed only on this device`
      : fact.name === 'time'
        ? t`start, end and doctor change together`
        : fact.fields.length > 1
          ? t`these change together`
          : null,
    values: { mine: say(fact, entry.input), theirs: say(fact, current) },
  }))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const whenOf = (at: unknown, zone: string) => (typeof at === 'string' ? formatTime(at, zone) : null)
const isAnswered = (value: unknown): value is Pick<Question, 'answererId' | 'answeredBy' | 'answeredAt'> =>
  typeof value === 'object' && value !== null && 'answererId' in value
/** A comment has its patient's name too, but no time. */
const isVisit = (value: unknown): value is Appointment =>
  typeof value === 'object' && value !== null && 'patientName' in value && 'start' in value

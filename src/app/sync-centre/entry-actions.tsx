import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download, FileDown, Pencil } from 'lucide-react'
import { useState } from 'react'
import { rowOf } from '../../../contract/calls.ts'
import type { Entry } from '../../db/entry.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { dependantsOf, isUnderWay, saveBytes, sendAgain } from '../../screen/commands-waiting.ts'
import { EntryEdit, editable } from './entry-edit.tsx'
import { useEntryWords } from '../../screen/entry-words.ts'
import { UNSPOKEN } from './field-words.ts'
import { useFieldText } from './use-field-text.ts'
import { useParkedActs } from './use-parked-acts.tsx'

/** What was typed or chosen, as text. */
export function EntryText({ entry }: { entry: Entry }) {
  const items = useItems(entry)
  return items.length ? <KeyValues items={items} /> : null
}

/** Send again, edit, copy, save as a file, discard: only the person can end a change (I2). */
export function EntryActions({ entry, again }: { entry: Entry; again: string | null }) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useEntryWords()
  const items = useItems(entry)
  const { discard } = useParkedActs(entry)
  const [asking, setAsking] = useState<number | null>(null)
  const [editing, setEditing] = useState(false)
  // a change that was sent and is not answered may have taken effect: no one knows yet
  const underWay = isUnderWay(entry)
    ? t`It has been sent and is waiting for an answer: the server may already have it.`
    : null
  const copy = async () => {
    const lines = [words.title(entry), ...items.map(({ key, value }) => `${key}: ${value}`), words.reason(entry)]
    await navigator.clipboard.writeText(lines.filter(Boolean).join('\n'))
    showToast({ title: t`Copied` })
  }
  return (
    <div className="row wrap">
      {again ? (
        <Button look="primary" onClick={() => void sendAgain(device, entry)}>
          {again}
        </Button>
      ) : null}
      {editable(entry).length ? (
        <Button whyDisabled={underWay} showWhy={false} onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" size={18} />
          <Trans>Edit</Trans>
        </Button>
      ) : null}
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" size={18} />
        <Trans>Copy text</Trans>
      </Button>
      <a
        className="btn"
        download="change.json"
        href={`data:application/json;charset=utf-8,${encodeURIComponent(exported(entry))}`}
      >
        <Download aria-hidden="true" size={18} />
        <Trans>Save as a file</Trans>
      </a>
      {entry.carry ? (
        <Button onClick={() => void saveBytes(device, entry)}>
          <FileDown aria-hidden="true" size={18} />
          <Trans>Download the file itself</Trans>
        </Button>
      ) : null}
      <Button
        look="danger"
        whyDisabled={underWay}
        onClick={() => void dependantsOf(device, entry).then((all) => setAsking(all.length))}
      >
        <Trans>Discard</Trans>
      </Button>
      {editing ? <EntryEdit entry={entry} onClose={() => setEditing(false)} /> : null}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => {
          if (!open) setAsking(null)
        }}
        danger
        {...(isClinicalNote(entry) && { typed: t`discard` })}
        title={<Trans>Discard this change?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Discard the change</Trans>}
        onConfirm={discard}
      >
        <Trans>The record goes back to the server’s version. No message is sent. Nothing is charged or refunded.</Trans>
        {asking ? (
          <>
            {' '}
            <Plural
              value={asking}
              one="# change that depends on it is removed too."
              other="# changes that depend on it are removed too."
            />
          </>
        ) : null}
      </ConfirmDialog>
    </div>
  )
}

/** The whole change as text, for support. */
export const exported = ({ call, madeAt, by, input, problem }: Entry) =>
  JSON.stringify({ call, madeAt, by, input, problem }, null, 2)

/** SCREENS B32: notes and files about a patient's health are discarded only after typing a word. */
const isClinicalNote = ({ call, input }: Entry) =>
  call === 'patient.addFile' ||
  call === 'recipe.add' ||
  call === 'report.add' ||
  call === 'patient.addNote' ||
  call === 'patient.editNote' ||
  (call === 'appointment.update' && Boolean(input['note']))

function useItems(entry: Entry) {
  const device = useDevice()
  const { label, text } = useFieldText([entry.input])
  const beside = { zone: entry.facts.zone ?? device.zone, currency: entry.facts.currency }
  const { secret } = rowOf(entry.call)
  return Object.entries(entry.input).flatMap(([field, value]) =>
    UNSPOKEN.has(field) || field === secret || value === null || value === ''
      ? []
      : [{ key: label(field), value: text(field, value, beside) }],
  )
}

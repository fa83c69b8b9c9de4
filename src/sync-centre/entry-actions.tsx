import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { Entry } from '../db/entry.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useDevice } from '../shell/device.tsx'
import { Button } from '../ui/button.tsx'
import { KeyValues } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { dependantsOf, discardEntry, sendAgain } from './commands.ts'

/** What was typed or chosen, as text. */
export function EntryText({ entry }: { entry: Entry }) {
  const { zone } = useDevice()
  const { t } = useLingui()
  const labels: Readonly<Record<string, string>> = {
    note: t`Note`,
    patientNote: t`Patient’s note`,
    meetingLink: t`Meeting link`,
    reason: t`Reason`,
    start: t`Time`,
    name: t`Name`,
    phone: t`Phone`,
    email: t`E-mail`,
  }
  const items = Object.entries(labels).flatMap(([name, label]) => {
    const value = entry.input[name]
    if (typeof value !== 'string' || value === '') return []
    return [{ key: label, value: name === 'start' ? formatDateTime(value, entry.facts.zone ?? zone) : value }]
  })
  return items.length ? <KeyValues items={items} /> : null
}

/** Send again, copy, save as a file, discard: nothing but the person's own word ends a change (I2). */
export function EntryActions({ entry, again }: { entry: Entry; again: string | null }) {
  const { t } = useLingui()
  const device = useDevice()
  const [asking, setAsking] = useState<number | null>(null)
  const text = JSON.stringify(
    { call: entry.call, madeAt: entry.madeAt, by: entry.by, input: entry.input, problem: entry.problem },
    null,
    2,
  )
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    showToast({ title: t`Copied` })
  }
  return (
    <div className="row wrap">
      {again ? (
        <Button look="primary" onClick={() => void sendAgain(device, entry)}>
          {again}
        </Button>
      ) : null}
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" size={18} />
        <Trans>Copy text</Trans>
      </Button>
      <a
        className="btn"
        download="change.json"
        href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
      >
        <Download aria-hidden="true" size={18} />
        <Trans>Save as a file</Trans>
      </a>
      <Button
        look="danger"
        whyDisabled={entry.state === 'sending' ? t`It is being sent at this moment.` : null}
        onClick={() => void dependantsOf(device, entry).then((all) => setAsking(all.length))}
      >
        <Trans>Discard</Trans>
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => {
          if (!open) setAsking(null)
        }}
        danger
        title={<Trans>Discard this change?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Discard the change</Trans>}
        onConfirm={() => discardEntry(device, entry)}
      >
        <Trans>The record goes back to what the server has. No message is sent, no money moves.</Trans>
        {asking ? (
          <>
            {' '}
            <Plural
              value={asking}
              one="# change that stands on it goes with it."
              other="# changes that stand on it go with it."
            />
          </>
        ) : null}
      </ConfirmDialog>
    </div>
  )
}

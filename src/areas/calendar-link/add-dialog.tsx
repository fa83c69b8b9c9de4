import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { UPLOAD_BYTES } from '../../../contract/kernel/constants.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { addFile, addUrl, change } from './commands.ts'
import type { ShownLink } from './queries.ts'

/** The kind of a new calendar, or the one to change. */
export type Adding = { readonly kind: ShownLink['kind']; readonly link?: ShownLink }

/** Connects a calendar by its address or by a file, or changes one. No draft is kept: the address is a key to private times. */
export function AddDialog({ adding: { kind, link }, onClose }: { adding: Adding; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const [name, setName] = useState(link?.name ?? '')
  const [url, setUrl] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const address = url.trim()
  const urlWrong = kind === 'url' && (address ? !/^(https|webcals?):\/\/\S+$/i.test(address) : !link)
  const fileWrong = kind === 'file' && (file ? file.size > UPLOAD_BYTES : !link)

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy || !name.trim() || urlWrong || fileWrong) return
    setBusy(true)
    setProblem(null)
    const outcome =
      kind === 'file' && file
        ? await addFile(device, { name: name.trim(), file, calendar: link?.id })
        : link
          ? await change(device, { id: link.id, name: name.trim(), ...(address && { url: address }) })
          : await addUrl(device, { name: name.trim(), url: address })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    const { events } = outcome.reply.calendar
    showToast({
      kind: 'saved',
      title: link ? t`Saved: ${name}` : t`Connected: ${name}`,
      text: t`Times blocked: ${i18n.number(events)}`,
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={
        link ? (
          <Trans>Change {link.name}</Trans>
        ) : kind === 'url' ? (
          <Trans>Calendar by its address</Trans>
        ) : (
          <Trans>Calendar by a file</Trans>
        )
      }
      description={
        kind === 'url' ? (
          <Trans>
            It is read every 15 minutes. Patients cannot book the times in it; its titles are seen by you alone.
          </Trans>
        ) : kind === 'file' ? (
          <Trans>
            The times in the file are blocked for patients. They do not update automatically: for that, use the
            calendar’s address.
          </Trans>
        ) : undefined
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={<Trans>Calendar’s name</Trans>}
          required
          error={tried && !name.trim() ? t`Enter a name such as “Family”.` : null}
        >
          <TextInput
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {kind === 'url' && (
          <Field
            label={link ? <Trans>New address</Trans> : <Trans>Address (iCal)</Trans>}
            required={!link}
            help={
              <Trans>
                In Google: Settings, your calendar, “Secret address in iCal format”. In iCloud and Outlook: share or
                publish the calendar and copy the link.
              </Trans>
            }
            error={tried && urlWrong ? t`Paste an address that starts with https:// or webcal://.` : null}
          >
            <TextInput
              value={url}
              type="url"
              inputMode="url"
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              placeholder={link ? t`unchanged` : 'https://…/basic.ics'}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
        )}
        {kind === 'file' && (
          <Field
            label={link ? <Trans>New file</Trans> : <Trans>File (.ics)</Trans>}
            required={!link}
            error={
              tried && fileWrong ? (file ? t`The file is larger than 5 MB.` : t`Choose a calendar file (.ics).`) : null
            }
          >
            <TextInput
              type="file"
              accept=".ics,text/calendar"
              onChange={(event) => {
                const chosen = event.target.files?.[0] ?? null
                setFile(chosen)
                if (chosen && !name) setName(chosen.name.replace(/\.ics$/i, '').slice(0, 100))
              }}
            />
          </Field>
        )}
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy}>
            {busy ? <Trans>The calendar is being read…</Trans> : link ? <Trans>Save</Trans> : <Trans>Connect</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { keepDraft } from './commands-draft.ts'
import { useDraftOnce } from './queries-draft.ts'

type NoteEditorProps = {
  /** The name of the draft. */
  draft: string
  label: ReactNode
  help?: ReactNode
  text?: string
  onSave: (text: string) => Promise<boolean>
  onCancel?: () => void
}

/** Edits one note; what is typed survives a reload (SCREENS B0 "draft"). `onSave` returns whether it was saved. */
export function NoteEditor(props: NoteEditorProps) {
  const kept = useDraftOnce<string>(props.draft)
  return kept === undefined ? null : <Editor {...props} kept={kept} />
}

function Editor({
  draft,
  label,
  help,
  text: begun = '',
  kept,
  onSave,
  onCancel,
}: NoteEditorProps & { kept: string | null }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const [text, setText] = useState(kept ?? begun)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const write = (next: string) => {
    setText(next)
    setMissing(false)
    void keepDraft(device, draft, next === begun ? null : next).catch(() => undefined)
  }
  async function save() {
    if (busy) return
    if (!text.trim()) return setMissing(true)
    setBusy(true)
    const saved = await onSave(text.trim())
    setBusy(false)
    if (!saved) return
    setText('')
    await keepDraft(device, draft, null)
  }
  return (
    <form
      className="stack-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={label} help={help} error={missing && t`Write something first.`}>
        <TextArea maxLength={4000} value={text} onChange={(event) => write(event.target.value)} />
      </Field>
      <div className="row wrap">
        <Button type="submit" aria-busy={busy || undefined}>
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save the note</Trans>}
        </Button>
        {onCancel && (
          <Button
            look="quiet"
            onClick={() => {
              void keepDraft(device, draft, null)
              onCancel()
            }}
          >
            <Trans>Do not change</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

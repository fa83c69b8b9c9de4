import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { VisitField } from '../recipe/visit-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** Asks for a file's title and visit before it is added (SCREENS B9). */
export function FileForm({
  file,
  visits,
  place,
  onClose,
  onSave,
}: {
  file: File
  visits: readonly ShownVisit[]
  /** "2 of 3", if several were chosen at once. */
  place: string | null
  onClose: () => void
  onSave: (values: { title: string; appointmentId: string | null }) => Promise<void>
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const [title, setTitle] = useState(titleOf(file))
  const [visit, setVisit] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const [saving, setSaving] = useState(false)
  const src = useFileSrc(file)
  const missing = isConfirming && !title.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={place ? <Trans>Add a file ({place})</Trans> : <Trans>Add a file</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Do not add it</Trans>
          </Button>
          <Button
            look="primary"
            type="submit"
            form="file-form"
            whyDisabled={saving ? t`One moment…` : null}
            showWhy={false}
          >
            <Trans>Add the file</Trans>
          </Button>
        </>
      }
    >
      <form
        id="file-form"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setConfirming(true)
          if (!title.trim()) return
          setSaving(true)
          void onSave({ title: title.trim(), appointmentId: visit || null }).finally(() => setSaving(false))
        }}
      >
        {src && (
          <span className="file-picture">
            <img src={src} alt="" />
          </span>
        )}
        <p className="sm dim file-name">
          {file.name} · {formatBytes(file.size, language)}
        </p>
        <Field
          label={<Trans>Heading</Trans>}
          required
          error={missing ? <Trans>Say what it is, for example “X-ray of the knee”.</Trans> : undefined}
        >
          <TextInput value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <VisitField visits={visits} value={visit} onChange={setVisit} />
      </form>
    </Dialog>
  )
}

/** The file's name without its extension; empty for names that cameras make up. */
function titleOf({ name }: File): string {
  const bare = name
    .replace(/\.[^.]*$/, '')
    .replaceAll('_', ' ')
    .trim()
  return /^(?:img|image|photo|dsc|pxl|scan)?[\s\d()-]*$/i.test(bare) ? '' : bare.slice(0, 200)
}

/** An address to draw a chosen picture from while its form is open; null if it is not a picture. */
function useFileSrc(file: File): string | null {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    queueMicrotask(() => setSrc(made))
    return () => URL.revokeObjectURL(made)
  }, [file])
  return src
}

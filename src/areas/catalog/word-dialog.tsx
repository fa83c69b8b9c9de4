import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { CatalogEntry } from '../../../contract/catalog/catalog.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { messages } from '../../i18n/messages.ts'
import type { Multilingual } from '../../i18n/multilingual.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import { Note } from '../../ui/note.tsx'
import { isNamed, namesOf } from './names.ts'

type WordDialogProps = {
  title: ReactNode
  label: string
  max: number
  name: Multilingual
  /** Whether another word already has one of these names; shown before saving. */
  isTaken: (name: CatalogEntry['name']) => boolean
  /** Fields of this kind of word besides the name. */
  children?: ReactNode
  /** Returns false if something else in the dialog still has to be answered; the dialog then stays open. */
  onSave: (name: CatalogEntry['name']) => Promise<unknown>
  onClose: () => void
}

/** A word's names in four languages; Turkish is required. The input stays if the device could not store it. */
export function WordDialog({ title, label, max, name, isTaken, children, onSave, onClose }: WordDialogProps) {
  const { t, i18n } = useLingui()
  const offline = useIsOffline()
  const [value, setValue] = useState<Multilingual>(name)
  const [tried, setTried] = useState(false)
  const [failed, setFailed] = useState(false)
  const error = !isNamed(value)
    ? t`Fill in the Turkish name.`
    : isTaken(namesOf(value))
      ? i18n._(messages.name_exists)
      : null

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (error) {
      const form = event.currentTarget
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    try {
      if ((await onSave(namesOf(value))) !== false) onClose()
    } catch (reason) {
      if (!isNotSaved(reason)) throw reason
      setFailed(true)
    }
  }

  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={title}>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <MultilingualField label={label} required max={max} value={value} onChange={setValue} error={tried && error} />
        {children}
        {failed && (
          <Note tone="failed" alert>
            {i18n._(messages.not_saved)}
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="primary">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

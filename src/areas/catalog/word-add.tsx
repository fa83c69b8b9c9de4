import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { CatalogEntry } from '../../../contract/catalog/catalog.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { messages } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/**
 * Adds a word by its Turkish name, in one line; afterwards the field is empty for the next one (SCREENS B12 "add
 * (inline)").
 */
export function WordAdd({
  label,
  placeholder,
  isTaken,
  onAdd,
}: {
  label: string
  placeholder: string
  isTaken: (name: CatalogEntry['name']) => boolean
  onAdd: (name: CatalogEntry['name']) => Promise<unknown>
}) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)

  async function add(event: FormEvent) {
    event.preventDefault()
    const name = [{ lang: 'tr' as const, value: typed.trim() }]
    const wrong = !typed.trim() ? t`Type a name.` : isTaken(name) ? i18n._(messages.name_exists) : null
    setError(wrong)
    if (wrong) return input.current?.focus()
    try {
      await onAdd(name)
      setTyped('')
      input.current?.focus()
    } catch (reason) {
      if (!isNotSaved(reason)) throw reason
      setError(i18n._(messages.not_saved))
    }
  }

  return (
    <form className="words-add" noValidate onSubmit={(event) => void add(event)}>
      <div className="grow">
        <Field label={<span className="vh">{label}</span>} error={error}>
          <TextInput
            ref={input}
            lang="tr"
            maxLength={200}
            autoComplete="off"
            placeholder={`${label}: ${placeholder}`}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(null)
            }}
          />
        </Field>
      </div>
      <Button type="submit">
        <Plus />
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}

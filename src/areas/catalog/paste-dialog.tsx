import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { readPaste } from './paste.ts'
import type { ShownWord } from './queries.ts'

/**
 * Adds a whole list, one word per line: shows what is new, what exists already, and which lines are invalid and stay
 * for correction.
 */
export function PasteDialog({
  known,
  onAdd,
  onClose,
}: {
  known: readonly ShownWord[]
  onAdd: (name: { lang: Language; value: string }[]) => Promise<unknown>
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const { storageFull } = useDevice()
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState(storageFull)
  const [done, setDone] = useState<number | null>(null)
  // every word needs its Turkish name; other languages are filled word by word
  const lang: Language = 'tr'
  const lines = readPaste(typed, lang, known)
  const of = (kind: (typeof lines)[number]['kind']) => lines.filter((each) => each.kind === kind)
  const fresh = of('new')

  async function add() {
    let added = 0
    try {
      for (const { line } of fresh) {
        await onAdd([{ lang, value: line }])
        setDone(++added)
      }
    } catch (reason) {
      if (!isNotSaved(reason)) throw reason
      setFailed(true)
    }
    const rest = of('invalid').map(({ line }) => line)
    const left = [...fresh.slice(added).map(({ line }) => line), ...rest]
    setTyped(left.join('\n'))
    setDone(null)
    if (left.length === 0) onClose()
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Paste a list</Trans>}
      description={<Trans>One name a line, in Turkish. The other languages can be added afterwards.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            look="primary"
            aria-busy={done !== null || undefined}
            whyDisabled={fresh.length === 0 ? t`There is no new name in the list.` : null}
            showWhy={false}
            onClick={() => void add()}
          >
            {done === null ? (
              <Plural value={fresh.length} one="Add # name" other="Add # names" />
            ) : (
              <Trans>
                {done} of {fresh.length}
              </Trans>
            )}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label={<Trans>Names</Trans>}>
          <TextArea
            className="paste-area"
            rows={8}
            spellCheck={false}
            lang={lang}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {failed && (
          <Note tone="failed" alert>
            {i18n._(messages.not_saved)}
          </Note>
        )}
        {lines.length > 0 && (
          <ul className="paste-lines" aria-label={t`What will be added`}>
            {(['invalid', 'repeated', 'known', 'new'] as const).map((kind) => (
              <PasteGroup key={kind} kind={kind} lines={of(kind).map(({ line }) => line)} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function PasteGroup({ kind, lines }: { kind: 'invalid' | 'repeated' | 'known' | 'new'; lines: readonly string[] }) {
  if (lines.length === 0) return null
  const shown = lines.slice(0, 5).join(', ')
  return (
    <li data-kind={kind}>
      <b>
        {kind === 'new' && <Plural value={lines.length} one="# is new" other="# are new" />}
        {kind === 'known' && (
          <Plural value={lines.length} one="# is in the list already" other="# are in the list already" />
        )}
        {kind === 'repeated' && <Plural value={lines.length} one="# duplicate" other="# duplicates" />}
        {kind === 'invalid' && (
          <Plural
            value={lines.length}
            one="# line is not a name and stays above"
            other="# lines are not names and stay above"
          />
        )}
      </b>{' '}
      <span className="dim">
        {shown}
        {lines.length > 5 && ' …'}
      </span>
    </li>
  )
}

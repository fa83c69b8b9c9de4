import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { beginHere } from './begin-here.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { NativeSelect } from './native-select.tsx'
import { TextArea, TextInput } from './text-input.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the record and the act: "Cancel Annegret Zwingenberger’s appointment?" */
  title: ReactNode
  /** The time, the money, the messages, and whether it can be undone. */
  children: ReactNode
  /** The safe choice: "Keep the appointment". */
  keep: ReactNode
  /** The act with its verb: "Cancel the appointment". */
  act: ReactNode
  danger?: boolean
  /** Asks for a reason: free text, or one of `options`. */
  reason?: {
    label: ReactNode
    required?: boolean
    options?: readonly string[]
    /**
     * The common reasons: each is a button that enters the reason and performs the act. The focus starts on the text,
     * so that Enter alone does nothing.
     */
    atOnce?: { label: ReactNode; reasons: readonly string[] }
  }
  /** A word to type before the act, for what cannot be restored. */
  typed?: string
  /** The dialog asks whether to leave the page (`Dialog`). */
  leaving?: boolean
  /** Why the act is not possible now. */
  whyDisabled?: string | null
  /** Runs the act with the trimmed reason; the dialog closes when it is done and stays if it throws. */
  onConfirm: (reason: string) => void | Promise<void>
}

/** Confirms an act that cannot be undone. A missing reason is requested in place. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  keep,
  act,
  danger,
  reason,
  typed,
  leaving,
  whyDisabled,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)

  function change(next: boolean) {
    if (busy) return
    setText('')
    setMissing(false)
    onOpenChange(next)
  }

  async function run(givenReason: string) {
    if (busy || whyDisabled) return
    setBusy(true)
    try {
      await onConfirm(givenReason)
      setText('')
      onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }

  async function confirm(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A portal's events reach the React parents: without this a form around it would be submitted too.
    event.stopPropagation()
    if (busy || whyDisabled) return
    const givenReason = text.trim()
    const isTyped = !typed || givenReason.toLocaleLowerCase() === typed.toLocaleLowerCase()
    if (!isTyped || (reason?.required && givenReason === '')) {
      setMissing(true)
      event.currentTarget.querySelector<HTMLElement>('textarea, select, input')?.focus()
      return
    }
    await run(givenReason)
  }

  return (
    <Dialog open={open} onOpenChange={change} title={title} description={children} {...(leaving && { leaving })}>
      <form className="stack" noValidate onSubmit={confirm}>
        {reason?.atOnce && (
          <fieldset>
            <legend className="label at-once">{reason.atOnce.label}</legend>
            <div className="row wrap">
              {reason.atOnce.reasons.map((each) => (
                <Button
                  key={each}
                  small
                  look={danger ? 'danger' : 'default'}
                  aria-busy={busy || undefined}
                  onClick={() => void run(each)}
                >
                  {each}
                </Button>
              ))}
            </div>
          </fieldset>
        )}
        {reason && (
          <Field
            label={reason.label}
            required={reason.required}
            error={missing && text.trim() === '' ? t`Give a reason.` : null}
          >
            {reason.options ? (
              <NativeSelect value={text} onChange={(event) => setText(event.target.value)}>
                <option value="">{t`Choose a reason`}</option>
                {reason.options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </NativeSelect>
            ) : (
              <TextArea
                ref={reason.atOnce ? beginHere : undefined}
                value={text}
                maxLength={500}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        {typed && (
          <Field
            label={<Trans>Type “{typed}” to go on</Trans>}
            error={missing ? t`Type the word exactly as shown above.` : null}
          >
            <TextInput
              value={text}
              autoComplete="off"
              autoCapitalize="none"
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        )}
        <div className="dialog-foot">
          <Button onClick={() => change(false)}>{keep}</Button>
          <Button
            type="submit"
            look={danger ? 'danger-solid' : 'primary'}
            whyDisabled={whyDisabled}
            aria-busy={busy || undefined}
          >
            {busy ? <Trans>One moment…</Trans> : act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PIN_LEAST, PIN_MOST } from '../../../contract/kernel/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { setPin, whyNotPin } from './commands-shared.ts'

/**
 * Sets a PIN for this device, typed twice: at least six digits that cannot be guessed in five attempts. Works without a
 * network.
 */
export function PinForm({ person, onSet, other }: { person: string; onSet: () => void; other?: React.ReactNode }) {
  const { t } = useLingui()
  const [pin, setTyped] = useState('')
  const [repeat, setRepeat] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const fault = whyNotPin(pin)
  const words = {
    short: t`At least ${PIN_LEAST} digits.`,
    digits: t`Digits only.`,
    guessed: t`Too easy to guess: no runs, no repeats, no dates.`,
  }
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: PIN_MOST } as const

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    const inputs = event.currentTarget.querySelectorAll('input')
    if (fault || pin !== repeat) return inputs[fault ? 0 : 1]?.focus()
    setBusy(true)
    await setPin(person, pin).finally(() => setBusy(false))
    onSet()
  }
  return (
    <form className="stack" onSubmit={(event) => void save(event)} noValidate>
      <Field
        label={<Trans>New PIN</Trans>}
        required
        error={tried && fault ? words[fault] : null}
        help={<Trans>At least {PIN_LEAST} digits, only for this device. Your password still opens it too.</Trans>}
      >
        <PasswordInput {...digits} value={pin} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Field
        label={<Trans>PIN once more</Trans>}
        required
        error={tried && !fault && pin !== repeat ? t`The two are not the same.` : null}
      >
        <PasswordInput {...digits} value={repeat} onChange={(event) => setRepeat(event.target.value)} />
      </Field>
      <div className="dialog-foot">
        {other}
        <Button type="submit" look="primary" whyDisabled={busy ? t`Saving…` : null} showWhy={false}>
          <Trans>Set the PIN</Trans>
        </Button>
      </div>
    </form>
  )
}

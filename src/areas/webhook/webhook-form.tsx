import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { newId } from '../../../contract/kernel/id.ts'
import { WEBHOOK_KINDS, WEBHOOK_URL_UNITS, type WebhookKind } from '../../../contract/webhook/webhook.rules.ts'
import type { Webhook } from '../../../contract/webhook/webhook.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addWebhook, updateWebhook } from './commands.ts'
import { KIND_WORDS } from './webhook-words.ts'

type Faults = { readonly url?: string; readonly kinds?: string; readonly form?: string }

/** An endpoint's address and events. `onSaved` receives the secret of a new one. */
export function WebhookForm({
  webhook,
  onClose,
  onSaved,
}: {
  webhook: Webhook | null
  onClose: () => void
  onSaved: (secret: string | null) => void
}) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  // one id, so that a second try makes no second one
  const [id] = useState(() => webhook?.id ?? newId())
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? ['appointment'])
  const [active, setActive] = useState(webhook?.active ?? true)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    // the dialog is inside the clinic's own form
    event.stopPropagation()
    if (busy || offline) return
    const missing: Faults = {
      ...(/^https:\/\/./i.test(url.trim()) ? {} : { url: t`Enter an address that begins with https://.` }),
      ...(kinds.length ? {} : { kinds: t`Choose at least one.` }),
    }
    setFaults(missing)
    if (missing.url) return document.getElementById('webhook-url')?.focus()
    if (missing.kinds) return document.getElementById(`webhook-kind-${WEBHOOK_KINDS[0]}`)?.focus()
    setBusy(true)
    const input = { id, url: url.trim(), kinds: WEBHOOK_KINDS.filter((kind) => kinds.includes(kind)), active }
    const added = webhook ? null : await addWebhook(input)
    const outcome = added ?? (await updateWebhook(input))
    setBusy(false)
    if (outcome.kind === 'done') return onSaved(added?.kind === 'done' ? added.reply.secret : null)
    const isAddress = outcome.kind === 'refused' && outcome.code === 'webhook_address'
    setFaults(isAddress ? { url: words(outcome) } : { form: words(outcome) })
    if (isAddress) document.getElementById('webhook-url')?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook ? <Trans>Edit the webhook</Trans> : <Trans>Add a webhook</Trans>}
      description={
        <Trans>Each event names the record and says nothing of it; your software reads it by the API.</Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {faults.form ? (
          <Note tone="failed" alert>
            {faults.form}
          </Note>
        ) : null}
        <Field
          id="webhook-url"
          label={<Trans>Address</Trans>}
          required
          error={faults.url}
          help={<Trans>A public https address of your own software.</Trans>}
        >
          <TextInput
            inputMode="url"
            maxLength={WEBHOOK_URL_UNITS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <fieldset className="stack-2" aria-describedby={faults.kinds ? 'webhook-kinds-fault' : undefined}>
          <legend className="label">
            <Trans>Changes it is told of</Trans>
          </legend>
          {WEBHOOK_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              id={`webhook-kind-${kind}`}
              checked={kinds.includes(kind)}
              onChange={({ target }) =>
                setKinds((before) => (target.checked ? [...before, kind] : before.filter((each) => each !== kind)))
              }
            >
              {i18n._(wordOf(KIND_WORDS, kind))}
            </Checkbox>
          ))}
          {faults.kinds && (
            <p id="webhook-kinds-fault" className="danger-text sm" role="alert">
              {faults.kinds}
            </p>
          )}
        </fieldset>
        <Switch checked={active} onChange={(event) => setActive(event.target.checked)}>
          <Trans>Events are sent</Trans>
        </Switch>
        <p className="dim sm">
          <Trans>
            While it is off, nothing is written down for it; what already waits goes out when it is on again.
          </Trans>
        </p>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-busy={busy || undefined}
            whyDisabled={offline ? t`You need to be online to change this.` : null}
          >
            {busy ? <Trans>One moment…</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

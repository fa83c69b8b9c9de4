import './session-list.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '../../../contract/session/session.passkey.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms.tsx'
import { hasPasskeys } from './passkey-support.ts'
import { usePasskeys } from './queries-account.ts'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly passkey: Passkey }
  | { readonly kind: 'remove'; readonly passkey: Passkey }

/** One's own passkeys, on /profile (decision 0078): add in this browser, rename, remove. */
export function PasskeyList({
  zone,
  shared,
  whyOffline,
}: {
  zone: string
  /** Others use this device too, so no passkey can be added here. */
  shared: boolean
  whyOffline: string | null
}) {
  const { t } = useLingui()
  const [response, askAgain] = usePasskeys()
  const [open, setOpen] = useState<Open | null>(null)
  if (response.state === 'asking') return <ListSkeleton rows={1} />
  if (response.state === 'none')
    return whyOffline ? <Note tone="offline">{whyOffline}</Note> : <LoadError onRetry={askAgain} />
  const { passkeys, mustKeepOne } = response.value
  const close = () => setOpen(null)
  function done() {
    close()
    askAgain()
  }
  switch (open?.kind) {
    case 'add':
      return <AddPasskey cancel={<Trans>Cancel</Trans>} onCancel={close} onDone={done} />
    case 'rename':
      return <RenamePasskey passkey={open.passkey} onCancel={close} onDone={done} />
    case 'remove':
      return <RemovePasskey passkey={open.passkey} onCancel={close} onDone={done} />
  }
  const address = location.hostname
  const whyNotAdd = hasPasskeys()
    ? shared
      ? t`Others use this device too. Make one on a device of your own.`
      : null
    : t`This browser cannot make passkeys at this address. Use a newer one, or open the page by https.`
  const whyNotRemove =
    mustKeepOne && passkeys.length === 1 ? t`The last one stays: two-step sign-in is required for this account.` : null
  return (
    <div className="stack">
      <p>
        <Trans>
          With a passkey you sign in by fingerprint, face or the PIN of your device, without password and code. It opens
          only the address it was made on; this is {address}.
        </Trans>
      </p>
      {passkeys.length ? (
        <ul className="session-list">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              zone={zone}
              whyOffline={whyOffline}
              whyNotRemove={whyNotRemove}
              onOpen={(kind) => setOpen({ kind, passkey })}
            />
          ))}
        </ul>
      ) : (
        <p className="dim">
          <Trans>You have no passkey yet.</Trans>
        </p>
      )}
      {mustKeepOne && passkeys.length ? (
        <Note tone="conflict">
          {whyNotRemove ? `${whyNotRemove} ` : null}
          <Trans>
            On shared devices and at other addresses you can only sign in if you also turn on two-step sign-in with an
            app.
          </Trans>
        </Note>
      ) : null}
      <div>
        <Button whyDisabled={whyOffline ?? whyNotAdd} onClick={() => setOpen({ kind: 'add' })}>
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
    </div>
  )
}

function Row({
  passkey,
  zone,
  whyOffline,
  whyNotRemove,
  onOpen,
}: {
  passkey: Passkey
  zone: string
  whyOffline: string | null
  whyNotRemove: string | null
  onOpen: (kind: 'rename' | 'remove') => void
}) {
  const { name, here, host, backedUp, createdAt, usedAt } = passkey
  return (
    <li className="passkey">
      <KeyRound aria-hidden="true" />
      <div className="grow">
        <b>{name}</b>
        <div className="sm dim">
          {here ? null : (
            <>
              <Trans>for {host} alone</Trans> ·{' '}
            </>
          )}
          {backedUp ? <Trans>kept by its maker as well</Trans> : <Trans>on one device only</Trans>} ·{' '}
          {usedAt ? (
            <Trans>
              used <RelativeTime at={usedAt} zone={zone} />
            </Trans>
          ) : (
            <Trans>
              added <RelativeTime at={createdAt} zone={zone} />, never used
            </Trans>
          )}
        </div>
      </div>
      <div className="row">
        <Button small whyDisabled={whyOffline} showWhy={false} onClick={() => onOpen('rename')}>
          <Trans>Rename</Trans>
          <span className="vh">: {name}</span>
        </Button>
        <Button small whyDisabled={whyOffline ?? whyNotRemove} showWhy={false} onClick={() => onOpen('remove')}>
          <Trans>Remove</Trans>
          <span className="vh">: {name}</span>
        </Button>
      </div>
    </li>
  )
}

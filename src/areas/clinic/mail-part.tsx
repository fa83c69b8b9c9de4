import { Trans, useLingui } from '@lingui/react/macro'
import { Mail, MailX } from 'lucide-react'
import { useState } from 'react'
import type { ClinicMail } from '../../../contract/clinic/clinic.mail.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { MailForm } from './mail-form.tsx'
import { useClinicMail } from './queries-mail.ts'
import { RemoveMail } from './remove-mail.tsx'

/**
 * A private clinic's own mail server, which sends its people the link for a new password (docs/decisions/0095). Only
 * its users see it.
 */
export function MailPart() {
  const { t } = useLingui()
  const offline = useIsOffline()
  const [known, askAgain] = useClinicMail()
  const [doing, setDoing] = useState<'nothing' | 'edit' | 'remove'>('nothing')
  const why = offline ? t`You need to be online to change this.` : null
  if (known.state !== 'here')
    return (
      <div className="card-body">
        <p className="dim" role="status">
          {known.state === 'asking' ? (
            <Trans>One moment…</Trans>
          ) : (
            <Trans>You need to be online to see the settings.</Trans>
          )}
        </p>
      </div>
    )
  const { mail } = known.value
  const done = (title: string) => {
    setDoing('nothing')
    askAgain()
    showToast({ kind: 'saved', title })
  }
  return (
    <div className="card-body stack">
      <State mail={mail} />
      <div className="row wrap">
        <Button whyDisabled={why} onClick={() => setDoing('edit')}>
          {mail ? <Trans>Change mail server</Trans> : <Trans>Set up mail server</Trans>}
        </Button>
        {mail ? (
          <Button look="danger" whyDisabled={why} onClick={() => setDoing('remove')}>
            <Trans>Remove mail server</Trans>
          </Button>
        ) : null}
      </div>
      {doing === 'edit' ? (
        <MailForm
          mail={mail}
          whyDisabled={why}
          onCancel={() => setDoing('nothing')}
          onDone={() => done(t`We sent you a test and saved the clinic’s mail server`)}
        />
      ) : null}
      {doing === 'remove' ? (
        <RemoveMail
          whyDisabled={why}
          onCancel={() => setDoing('nothing')}
          onDone={() => done(t`The clinic’s mail server has been removed`)}
        />
      ) : null}
    </div>
  )
}

function State({ mail }: { mail: ClinicMail | null }) {
  return mail ? (
    <Note icon={<Mail aria-hidden="true" />} title={<Trans>Links go out from {mail.sender}</Trans>}>
      <Trans>
        Anyone who uses two-step sign-in and forgets their password gets a link by {mail.host}. The link opens nothing
        without a code from their app.
      </Trans>
    </Note>
  ) : (
    <Note icon={<MailX aria-hidden="true" />} title={<Trans>No links for a password are sent</Trans>}>
      <Trans>
        The platform’s emails never open an account at this clinic. With your own mail server, people who use two-step
        sign-in get a link; all others still need a recovery code.
      </Trans>
    </Note>
  )
}

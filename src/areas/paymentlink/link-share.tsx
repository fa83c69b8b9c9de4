import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, Mail, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { linkAddress, sendLink } from './commands.ts'

/** The address of a link: as a QR code, to copy, or to send by mail or SMS, with the text it is sent in. */
export function LinkShare({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords()
  const { value, problem, again } = useAnswer(() => linkAddress(link.id), `${link.id} ${offline}`)
  const [busy, setBusy] = useState<'mail' | 'sms' | null>(null)
  const amount = formatMoney(link.amount, link.currency, language)
  const until = formatDateTime(link.expiresAt, device.zone)
  const url = value?.url

  async function send(by: 'mail' | 'sms') {
    if (busy) return
    setBusy(by)
    const outcome = await sendLink(device, link.id, by)
    setBusy(null)
    if (outcome.kind === 'done')
      showToast({ kind: 'saved', title: by === 'mail' ? t`On its way by email` : t`On its way by SMS` })
    else showToast({ kind: 'failed', title: t`The link was not sent`, text: words(outcome) })
  }

  const away = offline ? t`You need to be online to send it.` : null
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={<Trans>Payment link for {link.patientName}</Trans>}
      description={
        <Trans>
          {amount} · {link.description} · can be paid once, until {until}
        </Trans>
      }
    >
      {problem && !value && (
        <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert>
          <p>{words(problem)}</p>
          <Button small onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </Note>
      )}
      {url && (
        <>
          <span className="link-qr">
            <QrCode text={url} label={t`The address as a QR code`} size={240} />
          </span>
          <p className="link-address">{url}</p>
          <div className="row wrap">
            <CopyButton value={url} label={t`Copy the address`}>
              <Trans>Copy the address</Trans>
            </CopyButton>
            <CopyButton
              value={t`Please pay ${amount} for “${link.description}” here, until ${until}: ${url}`}
              label={t`Copy with a text`}
            >
              <Trans>Copy with a text</Trans>
            </CopyButton>
            <a className="btn sm" href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" />
              <Trans>Open the page</Trans>
            </a>
          </div>
        </>
      )}
      <div className="stack-2">
        <h3>
          <Trans>Send to the patient</Trans>
        </h3>
        <div className="row wrap">
          <Button small whyDisabled={away} aria-busy={busy === 'mail' || undefined} onClick={() => void send('mail')}>
            <Mail />
            <Trans>By email</Trans>
          </Button>
          <Button
            small
            whyDisabled={away}
            showWhy={false}
            aria-busy={busy === 'sms' || undefined}
            onClick={() => void send('sms')}
          >
            <MessageSquareText />
            <Trans>By SMS</Trans>
          </Button>
        </div>
        <p className="help">
          <Trans>
            It is sent in the patient’s language: the clinic, the amount, the link and the deadline. Nothing about the
            appointment.
          </Trans>
        </p>
      </div>
    </Sheet>
  )
}

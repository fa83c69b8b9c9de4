import './link.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CreditCard, Phone } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { OpenLink } from '../../../contract/paymentlink/paymentlink.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { cardPage } from '../payment/commands.ts'
import { EntryPage, useHostFace } from '../session/entry-page.tsx'
import { useLinkCode } from '../session/link-code.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { useViewerZone } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { openLink } from './commands.ts'

/** /pay#token (rule 44): what is to be paid and to whom, for anyone who has the address; it shows no patient's name. */
export function PayScreen() {
  const token = useLinkCode()
  const face = useHostFace()
  const words = useProblemWords()
  const [link, setLink] = useState<OpenLink | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const hasSent = useRef(false)

  function ask() {
    setProblem(null)
    void openLink(token).then((outcome) =>
      outcome.kind === 'done' ? setLink(outcome.reply.link) : setProblem(outcome),
    )
  }
  useEffect(() => {
    // once, also if React mounts twice: every call counts as an opening
    if (hasSent.current || !token) return
    hasSent.current = true
    ask()
  })

  if (!token || (problem?.kind === 'refused' && !link))
    return (
      <EntryPage face={face} title={<Trans>This link cannot be paid</Trans>}>
        <Note tone="failed" alert>
          {problem?.kind === 'refused' ? (
            words(problem)
          ) : (
            <Trans>Part of the address is missing. Open the link again as you received it.</Trans>
          )}
        </Note>
        <Ask phone={face?.phone ?? null} />
      </EntryPage>
    )
  if (problem && !link)
    return (
      <EntryPage face={face} title={<Trans>Your payment</Trans>}>
        <Note tone="offline" alert>
          {words(problem)}
        </Note>
        <Button look="primary" block onClick={ask}>
          <Trans>Try again</Trans>
        </Button>
      </EntryPage>
    )
  if (!link)
    return (
      <EntryPage face={face} title={<Trans>Your payment</Trans>}>
        <p role="status">
          <Trans>One moment, please.</Trans>
        </p>
      </EntryPage>
    )
  return <Offer link={link} token={token} face={face} lookAgain={ask} />
}

function Offer({
  link,
  token,
  face,
  lookAgain,
}: {
  link: OpenLink
  token: string
  face: ReturnType<typeof useHostFace>
  /** Called if what is to be paid has changed while the page was open. */
  lookAgain: () => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const words = useProblemWords()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const viewer = useViewerZone()
  const amount = formatMoney(link.amount, link.currency, language)
  const phone = link.clinicPhone ?? face?.phone ?? null

  async function pay() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const shown = { amount: link.amount, currency: link.currency }
    const outcome = await cardPage({ link: token, shown })
    // the button stays busy while the browser leaves for the provider's page
    if (outcome.kind === 'done') return location.assign(outcome.reply.paymentUrl)
    setBusy(false)
    setProblem(outcome)
    if (outcome.kind === 'refused' && outcome.code === 'amount_changed') lookAgain()
  }

  const closed: Readonly<Record<Exclude<OpenLink['status'], 'waiting'>, ReactNode>> = {
    paid: <Trans>This has been paid. There is nothing more to do.</Trans>,
    expired: <Trans>The deadline for this payment has passed. Ask the clinic for a new link.</Trans>,
    cancelled: <Trans>The clinic has withdrawn this payment. Ask there if you did not expect that.</Trans>,
  }
  return (
    <EntryPage
      face={face}
      title={link.status === 'paid' ? <Trans>Paid</Trans> : <Trans>Your payment</Trans>}
      intro={link.clinicName}
    >
      <dl className="pay-facts">
        <div>
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd className="pay-amount">{amount}</dd>
        </div>
        <div>
          <dt>
            <Trans>For</Trans>
          </dt>
          <dd>{link.description}</dd>
        </div>
        {link.status === 'waiting' && (
          <div>
            <dt>
              <Trans>Pay by</Trans>
            </dt>
            <dd>{formatDateTime(link.expiresAt, viewer)}</dd>
          </div>
        )}
      </dl>
      {link.status === 'waiting' ? (
        <>
          <Button look="primary" block aria-busy={busy || undefined} onClick={() => void pay()}>
            <CreditCard />
            {busy ? <Trans>One moment…</Trans> : <Trans>Pay {amount} by card</Trans>}
          </Button>
          <p className="help">
            <Trans>You enter card details on the payment provider’s page, never here. The link can be paid once.</Trans>
          </p>
        </>
      ) : (
        <Note tone={link.status === 'paid' ? 'saved' : 'cancelled'} alert>
          {closed[link.status]}
        </Note>
      )}
      {problem && (
        <Note tone="failed" alert title={words(problem)}>
          {t`Nothing has been charged, and the link stays valid.`}
        </Note>
      )}
      {(link.status === 'expired' || link.status === 'cancelled' || problem) && <Ask phone={phone} />}
    </EntryPage>
  )
}

function Ask({ phone }: { phone: string | null }) {
  if (!phone) return null
  return (
    <a className="btn block" href={`tel:${phone}`}>
      <Phone aria-hidden="true" />
      <Trans>Call the clinic: {phone}</Trans>
    </a>
  )
}

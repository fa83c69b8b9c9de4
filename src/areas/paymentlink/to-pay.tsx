import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CreditCard, Link2 } from 'lucide-react'
import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate, formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useCardPage } from '../payment/use-card-page.ts'
import { useReceipt } from '../payment/use-receipt.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { LinkBadge } from './link-words.tsx'
import { stateOfLink, useLinks } from './queries.ts'

/** A patient's links: first those to be paid, each with its button, then those that are done. */
export function ToPay() {
  const { t } = useLingui()
  const { now } = useDevice()
  useMinute() // a link that runs out while the page is open says so
  const links = useLinks()
  if (!links) return <ListSkeleton />
  const open = links.filter((link) => stateOfLink(link, now()) === 'waiting')
  const done = links.filter((link) => !open.includes(link))
  if (links.length === 0)
    return (
      <Card flush>
        <NeverFilled>
          <Empty icon={<Link2 className="icon-lg" />} title={<Trans>Nothing to pay</Trans>}>
            <Trans>When a clinic asks you for a payment, it appears here with a Pay button.</Trans>
          </Empty>
        </NeverFilled>
      </Card>
    )
  return (
    <div className="stack to-pay">
      <div className="row">
        <h2 className="grow">
          {open.length ? (
            <Plural value={open.length} one="# payment is waiting for you" other="# payments are waiting for you" />
          ) : (
            <Trans>Nothing to pay</Trans>
          )}
        </h2>
        <Freshness />
      </div>
      {open.map((link) => (
        <OpenCard key={link.id} link={link} />
      ))}
      {done.length > 0 && (
        <Card flush title={<Trans>Earlier</Trans>}>
          <ul className="row-cards" aria-label={t`Earlier payment links`}>
            {done.map((link) => (
              <DoneRow key={link.id} link={link} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function OpenCard({ link }: { link: PaymentLink }) {
  const { zone } = useDevice()
  const language = useLanguage()
  const { pay, busy, problem, why } = useCardPage({
    linkId: link.id,
    shown: { amount: link.amount, currency: link.currency },
  })
  const clinic = useClinics()?.get(link.clinicId ?? '')
  const amount = formatMoney(link.amount, link.currency, language)

  return (
    <section className="card pay-card">
      <div className="grow">
        <p className="sm dim">{clinic?.name}</p>
        <p className="pay-amount">{amount}</p>
        <p>{link.description}</p>
        <p className="sm dim">
          <Trans>Pay by {formatDateTime(link.expiresAt, zone)}</Trans>
        </p>
      </div>
      <Button look="primary" whyDisabled={why} aria-busy={busy || undefined} onClick={pay}>
        <CreditCard />
        {busy ? <Trans>One moment…</Trans> : <Trans>Pay {amount}</Trans>}
      </Button>
      {problem && (
        <Note tone="failed" alert title={problem}>
          <Trans>Nothing has been charged, and the link stays valid.</Trans>
          {clinic?.phone && (
            <>
              {' '}
              <a href={`tel:${clinic.phone}`}>{clinic.phone}</a>
            </>
          )}
        </Note>
      )}
    </section>
  )
}

function DoneRow({ link }: { link: PaymentLink }) {
  const { zone, now } = useDevice()
  const language = useLanguage()
  const receipt = useReceipt()
  return (
    <li className="row-card">
      <div className="row-card-line">
        <span>{formatDate(link.paidAt ?? link.createdAt, zone)}</span>
        <LinkBadge status={stateOfLink(link, now())} />
      </div>
      <div className="row-card-title">{formatMoney(link.amount, link.currency, language)}</div>
      <div className="row-card-detail">{link.description}</div>
      {link.paymentId && (
        <div>
          <Button small onClick={() => void receipt({ id: link.paymentId ?? '', reference: null })}>
            <Trans>Receipt as PDF</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Difference, ParkedNotice } from '../../../contract/moneycheck/moneycheck.ts'
import { formatDateTime, formatMoney, formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { dismissNotice, runMoneyCheck } from './commands.ts'
import { useMoneyCheck } from './queries.ts'

/**
 * The result of the nightly check of all money, and messages from providers that did not fit; for the superadmin. Draws
 * nothing while it is unknown.
 */
export function MoneyCheckNote() {
  const { t } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const answer = useMoneyCheck()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!answer.value) return null
  const { check, parked } = answer.value
  const wrong = (check?.differences.length ?? 0) + parked.length

  async function run() {
    setBusy(true)
    const outcome = await runMoneyCheck()
    setBusy(false)
    if (outcome.kind !== 'done')
      return showToast({ kind: 'failed', title: t`The check did not run`, text: words(outcome) })
    answer.again()
  }

  return (
    <>
      <div className="money-check">
        <Note {...(wrong ? { tone: 'failed' } : { icon: <ShieldCheck aria-hidden="true" /> })}>
          <div className="row wrap">
            <span className="grow">
              {!check ? (
                <Trans>The nightly check of all money has not run yet.</Trans>
              ) : wrong ? (
                <b>
                  <Plural value={wrong} one="# payment mismatch" other="# payment mismatches" />
                </b>
              ) : (
                <Trans>Everything matches: ledger, payments and appointments.</Trans>
              )}{' '}
              {check && (
                <span className="dim">
                  <Trans>Checked {formatDateTime(check.at, zone)}</Trans>
                </span>
              )}
            </span>
            {wrong > 0 && (
              <Button small onClick={() => setOpen(true)}>
                <Trans>Look at it</Trans>
              </Button>
            )}
            <Button small look="quiet" aria-busy={busy || undefined} onClick={() => void (busy || run())}>
              {busy ? <Trans>One moment…</Trans> : <Trans>Check now</Trans>}
            </Button>
          </div>
        </Note>
      </div>
      <Dialog
        wide
        open={open && wrong > 0}
        onOpenChange={setOpen}
        title={<Trans>What does not fit</Trans>}
        description={
          <Trans>Nothing was changed automatically. Review each item; the next check shows whether it is fixed.</Trans>
        }
        footer={
          <Button onClick={() => setOpen(false)}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <ul className="check-list">
          {check?.differences.map((difference, index) => (
            <DifferenceLine key={`${difference.kind} ${difference.object ?? index}`} difference={difference} />
          ))}
          {parked.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} onGone={answer.again} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function DifferenceLine({
  difference: { kind, table, object, currency, expected, found },
}: {
  difference: Difference
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const words: Readonly<Record<Difference['kind'], string>> = {
    transfer_sum: t`A ledger entry does not balance`,
    account_balance: t`An account’s balance is not the sum of its lines`,
    wallet_lines: t`A wallet’s lines do not give its balance`,
    payment_ledger: t`A payment and its lines in the ledger differ`,
    payment_reserved: t`The amount reserved for a payment differs`,
    visit_payment: t`An appointment and its payment differ`,
    earn_ledger: t`A doctor’s earning and the ledger differ`,
    open_twice: t`An appointment has two open payments`,
    paid_twice: t`An appointment has been paid twice`,
  }
  const number = (value: number | null) =>
    value === null ? '–' : currency ? formatMoney(value, currency, language) : formatNumber(value, language)
  return (
    <li>
      <span className="grow">
        <b>{words[kind]}</b>{' '}
        {(expected !== null || found !== null) && (
          <span className="dim">
            <Trans>
              expected {number(expected)}, found {number(found)}
            </Trans>
          </span>
        )}
      </span>
      {object === null ? (
        <span className="dim sm">
          <Trans>of a private clinic</Trans>
        </span>
      ) : table === 'payment' ? (
        <Link to="/payment/$id" params={{ id: object }}>
          <Trans>Open the payment</Trans>
        </Link>
      ) : table === 'appointment' ? (
        <Link to="/appointment/$id" params={{ id: object }}>
          <Trans>Open the appointment</Trans>
        </Link>
      ) : table === 'patient' ? (
        <Link to="/patient/$id" params={{ id: object }} search={{}}>
          <Trans>Open the patient</Trans>
        </Link>
      ) : null}
    </li>
  )
}

function NoticeLine({ notice, onGone }: { notice: ParkedNotice; onGone: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const reasons: Readonly<Record<ParkedNotice['reason'], string>> = {
    signature: t`its signature is not the provider’s`,
    unreadable: t`it could not be read`,
    order: t`it names no order that is known`,
    amount: t`it names another amount`,
    currency: t`it names another currency`,
    merchant: t`it is for another merchant`,
    charge: t`it names a charge that belongs to another order`,
    state: t`not possible in the payment’s current state`,
  }
  async function dismiss() {
    const outcome = await dismissNotice(notice.id)
    if (outcome.kind === 'done') onGone()
    else showToast({ kind: 'failed', title: words(outcome) })
  }
  return (
    <li>
      <span className="grow">
        <b>
          <Trans>A notice from the card provider was rejected</Trans>
        </b>
        : {reasons[notice.reason]}{' '}
        <span className="dim">
          {formatDateTime(notice.receivedAt, zone)}
          {notice.times > 1 && (
            <>
              {' · '}
              <Plural value={notice.times} one="# time" other="# times" />
            </>
          )}
        </span>
      </span>
      <Button small onClick={() => void dismiss()}>
        <Trans>Looked into</Trans>
      </Button>
    </li>
  )
}

import './link.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { Reply } from '../../../contract/calls.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { findTransaction } from '../payment/commands.ts'
import { EntryPage, useHostFace } from '../session/entry-page.tsx'
import { useSignedIn } from '../session/queries-signed-in.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { PAY_RETURN_PATH } from '../../../contract/transaction/transaction.ts'
import { PayReturnSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { PaidForFacts, ReceiptWay } from './paid-for.tsx'

/**
 * /pay/return: where the provider's page leads back to. It completes nothing; it asks the server until the payment's
 * state is known.
 */
export function PayReturnScreen() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const face = useHostFace()
  const words = useProblemWords()
  const { transaction: id } = v.parse(PayReturnSearch, useSearch({ strict: false }))
  const [answer, setAnswer] = useState<Reply<'transaction.get'> | null>(null)
  const found = answer?.transaction
  const about = answer?.about ?? null
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tries, setTries] = useState(0)
  const signedIn = useSignedIn()
  useEffect(() => {
    if (!id) return
    let gone = false
    const timer = setTimeout(
      () =>
        void findTransaction(id).then((outcome) => {
          if (gone) return
          setProblem(outcome.kind === 'done' ? null : outcome)
          if (outcome.kind === 'done') setAnswer(outcome.reply)
          const settled = outcome.kind === 'done' && outcome.reply.transaction.status !== 'open'
          if (!settled && tries < MOST_TRIES && outcome.kind !== 'refused') setTries(tries + 1)
        }),
      tries === 0 ? 0 : WAIT_MS,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id, tries])

  const amount = found ? formatMoney(found.amount, found.currency, language) : ''
  // the appointment's own page offers the other payment methods
  const onward = about?.appointmentId ? (
    <Link to="/appointment/$id" params={{ id: about.appointmentId }} className="btn block">
      <Trans>Open the appointment</Trans>
    </Link>
  ) : signedIn ? (
    <Link to="/appointment" search={{}} className="btn block">
      <Trans>To the appointments</Trans>
    </Link>
  ) : null
  const facts = found ? <PaidForFacts transaction={found} about={about} /> : null
  const phone = about?.clinicPhone
  const call = phone ? (
    <a className="btn block" href={`tel:${phone}`}>
      <Phone aria-hidden="true" />
      <Trans>Call the clinic: {phone}</Trans>
    </a>
  ) : null
  const test = found?.test ? (
    <p className="help">
      <Trans>This was a test payment: no one has been charged.</Trans>
    </p>
  ) : null
  if (!id || problem?.kind === 'refused')
    return (
      <EntryPage face={face} title={<Trans>This payment is not known</Trans>}>
        <Note tone="failed" alert>
          {i18n._(messages.transaction_not_found)}
        </Note>
        {onward}
      </EntryPage>
    )
  switch (found?.status) {
    case 'paid':
      return (
        <EntryPage face={face} title={<Trans>Paid: {amount}</Trans>}>
          <Note tone="saved" alert>
            {i18n._(messages.payment_completed)} <Trans>You get a receipt by email or in the app.</Trans>
          </Note>
          {facts}
          {test}
          <ReceiptWay about={about} signedIn={signedIn} back={`${PAY_RETURN_PATH}?transaction=${id}`} />
          {onward}
        </EntryPage>
      )
    case 'late':
      return (
        <EntryPage face={face} title={<Trans>Your money is in your wallet</Trans>}>
          <Note tone="waiting" alert>
            <Trans>
              We received {amount} after the payment was complete. It has been added to your wallet for your next
              appointment.
            </Trans>
          </Note>
          {facts}
          {test}
          {onward}
        </EntryPage>
      )
    case 'failed':
    case 'expired':
      return (
        <EntryPage face={face} title={<Trans>Not paid</Trans>}>
          <Note tone="failed" alert>
            <Trans>Nothing has been charged. The payment is still open: try again, or choose another way.</Trans>
          </Note>
          {facts}
          {test}
          {onward}
          {call}
        </EntryPage>
      )
    case 'open':
    case undefined:
      return (
        <EntryPage face={face} title={<Trans>We are asking whether it has been paid</Trans>}>
          {problem ? (
            <Note tone="offline" alert>
              {words(problem)}
            </Note>
          ) : (
            <p role="status">
              {tries < MOST_TRIES ? (
                <Trans>One moment, please.</Trans>
              ) : (
                <Trans>
                  The payment provider has not answered yet. You may close this page; the payment is not lost.
                </Trans>
              )}
            </p>
          )}
          {facts}
          {(problem || tries >= MOST_TRIES) && (
            <Button block onClick={() => setTries(1)}>
              <Trans>Ask again</Trans>
            </Button>
          )}
          {onward}
        </EntryPage>
      )
  }
}

const WAIT_MS = 1500
const MOST_TRIES = 20

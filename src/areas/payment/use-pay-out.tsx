import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HandCoins } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isMessageCode } from '../../../contract/kernel/messages.ts'
import { whyNotEarn } from '../../../contract/payment/payment.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { payOutEarnings } from './commands.ts'
import { totalsOf } from './list-state.ts'
import { useMayManage } from './payment-acts.tsx'
import type { Picks } from './payment-table.tsx'
import type { VisitStates } from './queries.ts'

/**
 * Pays earnings out together (rule 34): rows are chosen, also over several pages, and the server decides each one
 * separately.
 */
export function usePayOut(
  visits: VisitStates,
  onDone: () => void,
): { readonly picks: Picks | null; readonly button: ReactNode; readonly bar: ReactNode } {
  const { i18n } = useLingui()
  const manages = useMayManage()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Payment> | null>(null)
  const picks: Picks | null = chosen && {
    chosen: new Set(chosen.keys()),
    whyNot: (payment) => {
      const state = payment.appointmentId ? visits.get(payment.appointmentId) : undefined
      // if this device does not hold the visit, only the server knows whether it is completed
      const why = whyNotEarn(payment, state ?? { status: 'completed', noShow: false })
      return payment.doctorId === null || why ? i18n._(messages[why ?? 'earn_too_early']) : null
    },
    toggle: (payment, on) =>
      setChosen((before) => {
        const next = new Map(before)
        if (on) next.set(payment.id, payment)
        else next.delete(payment.id)
        return next
      }),
  }
  return {
    picks,
    button: manages ? (
      <Button
        small
        className="no-print"
        aria-pressed={chosen !== null}
        onClick={() => setChosen(chosen ? null : new Map())}
      >
        <HandCoins />
        <Trans>Pay out earnings</Trans>
      </Button>
    ) : null,
    bar: chosen && (
      <Bar
        picked={[...chosen.values()]}
        onDone={() => {
          setChosen(null)
          onDone()
        }}
      />
    ),
  }
}

function Bar({ picked, onDone }: { picked: readonly Payment[]; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState<readonly { id: string; name: string; why: string }[]>([])
  const sums = totalsOf(picked)
    .map(({ currency, earn }) => formatMoney(earn, currency, language))
    .join(' + ')

  async function payOut() {
    const outcome = await payOutEarnings(
      device,
      picked.map(({ id }) => id),
    )
    if (outcome.kind !== 'done')
      return showToast({ kind: 'failed', title: t`Nothing was marked as paid out`, text: words(outcome) })
    const { payments, refused } = outcome.reply
    if (payments.length > 0)
      showToast({
        kind: 'saved',
        title: <Plural value={payments.length} one="# earning paid out" other="# earnings paid out" />,
      })
    const nameOf = (id: string) => picked.find((payment) => payment.id === id)?.patientName ?? ''
    setLeft(
      refused.map(({ id, refused: code }) => ({
        id,
        name: nameOf(id),
        why: i18n._(messages[isMessageCode(code) ? code : 'unknown_error']),
      })),
    )
    if (refused.length === 0) onDone()
  }

  return (
    <>
      {left.length > 0 && (
        <div className="bulk-left">
          <Note tone="failed" alert title={<Trans>Not marked as paid out</Trans>}>
            <ul>
              {left.map(({ id, name, why }) => (
                <li key={id}>
                  <b>{name}</b>: {why}
                </li>
              ))}
            </ul>
            <Button small onClick={onDone}>
              <Trans>Close</Trans>
            </Button>
          </Note>
        </div>
      )}
      <div className="bulk no-print" role="status">
        <span className="grow">
          {picked.length === 0 ? (
            <Trans>Choose the payments whose earnings have been paid out.</Trans>
          ) : (
            <>
              <Plural value={picked.length} one="# chosen" other="# chosen" />: {sums}
            </>
          )}
        </span>
        <Button look="quiet" small onClick={onDone}>
          <Trans>Choose none</Trans>
        </Button>
        <Button
          small
          whyDisabled={
            offline
              ? t`You need to be online to make payments.`
              : picked.length === 0
                ? t`Nothing is chosen yet.`
                : picked.length > MOST
                  ? t`At most ${MOST} payments at once.`
                  : null
          }
          showWhy={picked.length > 0}
          onClick={() => setAsking(true)}
        >
          <HandCoins />
          <Trans>Paid out</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={
          <Plural value={picked.length} one="Has # earning been paid out?" other="Have # earnings been paid out?" />
        }
        keep={<Trans>Not yet</Trans>}
        act={<Trans>Paid out: {sums}</Trans>}
        onConfirm={payOut}
      >
        <p>{picked.map(({ patientName }) => patientName).join(', ')}</p>
        <p>
          <Trans>
            {sums} count as paid to the doctors. No message is sent. You cannot undo this; a later refund becomes a
            correction.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The most that one call takes (contract `payment.earnMany`). */
const MOST = 200

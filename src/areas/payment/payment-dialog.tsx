import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import {
  approve,
  approveRefund,
  cancelPayment,
  deletePayment,
  finishRefund,
  moveToBalance,
  payOutEarning,
  startRefund,
  type RefundTarget,
} from './commands.ts'
import { RefundTo } from './payment-words.tsx'

export type PaymentAct =
  | 'approve'
  | 'cancel'
  | 'delete'
  | 'refundStart'
  | 'refundApprove'
  | 'refundDone'
  | 'toBalance'
  | 'earn'

type RefundRequest = { readonly target: RefundTarget; readonly visitToo: boolean; readonly reason: string }

/**
 * The confirmation before money moves: whose it is, how much, and what happens to it, to the visit and to messages
 * (SCREENS B0).
 */
export function PaymentDialog({
  act,
  payment,
  onClose,
  onDone,
}: {
  act: PaymentAct
  payment: Payment
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const text = useActWords(payment)[act]
  const [target, setTarget] = useState<RefundTarget>(payment.refundTo ?? 'wallet')
  const [visitToo, setVisitToo] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const chooses = (act === 'refundStart' || act === 'refundApprove') && payment.type !== 'wallet'

  async function run(reason: string) {
    setProblem(null)
    const outcome = await RUN[act](device, payment, { target, visitToo, reason })
    if (outcome.kind !== 'done') {
      setProblem(words(outcome))
      // the page may be older than what the server found
      onDone()
      throw new NotDone()
    }
    if (outcome.reply && 'approval' in outcome.reply && outcome.reply.approval)
      showToast({
        kind: 'saved',
        title: t`A second person has to approve this refund`,
        text: t`This is more than one person can refund alone. It is waiting under “Second approvals”.`,
      })
    else showToast({ kind: 'saved', title: text.done })
    onDone()
  }

  return (
    <ConfirmDialog
      open
      danger={act === 'cancel' || act === 'delete'}
      onOpenChange={(open) => !open && onClose()}
      title={text.title}
      keep={text.keep}
      act={text.act}
      {...(act === 'cancel' && visitToo && payment.appointmentId && { reason: { label: <Trans>Reason</Trans> } })}
      onConfirm={(reason) => run(reason)}
    >
      <div className="stack-2">
        {text.says}
        {act === 'cancel' && payment.appointmentId && (
          <Checkbox
            checked={visitToo}
            onChange={(event) => setVisitToo(event.target.checked)}
            help={t`The patient is told, and the time is free for others.`}
          >
            <Trans>Cancel the appointment too</Trans>
          </Checkbox>
        )}
        {chooses && (
          <FieldGroup label={<Trans>Where the money goes</Trans>}>
            <RadioGroup
              name="refund-to"
              value={target}
              onChange={setTarget}
              options={[
                {
                  value: 'wallet',
                  label: <RefundTo to="wallet" type={payment.type} />,
                  help: <Trans>As soon as it is approved; it can pay for the next appointment.</Trans>,
                },
                {
                  value: 'source',
                  label: <RefundTo to="source" type={payment.type} />,
                  help: <Trans>What came from the wallet goes back there in any case.</Trans>,
                },
              ]}
            />
          </FieldGroup>
        )}
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
      </div>
    </ConfirmDialog>
  )
}

const RUN = {
  approve: (device: Device, { id }: Payment) => approve(device, id),
  cancel: (device: Device, { id, appointmentId }: Payment, { visitToo, reason }: RefundRequest) =>
    cancelPayment(device, id, visitToo && appointmentId !== null, reason),
  delete: (device: Device, { id }: Payment) => deletePayment(device, id),
  refundStart: (device: Device, { id }: Payment, { target }: RefundRequest) => startRefund(device, id, target),
  refundApprove: (device: Device, { id }: Payment, { target }: RefundRequest) => approveRefund(device, id, target),
  refundDone: (device: Device, { id }: Payment) => finishRefund(device, id),
  toBalance: (device: Device, { id }: Payment) => moveToBalance(device, id),
  earn: (device: Device, { id }: Payment) => payOutEarning(device, id),
} as const

/** Keeps the dialog open with the reason. */
class NotDone extends Error {
  override name = 'NotDone'
}

type ActWords = {
  readonly title: ReactNode
  readonly keep: ReactNode
  readonly act: ReactNode
  readonly says: ReactNode
  readonly done: string
}

function useActWords(payment: Payment): Readonly<Record<PaymentAct, ActWords>> {
  const { t } = useLingui()
  const language = useLanguage()
  const name = payment.patientName
  const amount = formatMoney(payment.amount, payment.currency, language)
  const earning = formatMoney(payment.earn ?? 0, payment.currency, language)
  return {
    approve: {
      title: <Trans>Has the transfer of {name} arrived?</Trans>,
      keep: <Trans>Not yet</Trans>,
      act: <Trans>Approve {amount}</Trans>,
      says: (
        <p>
          <Trans>
            {amount} counts as paid from now on, and the patient is told. You cannot undo this; use a refund to return
            the money.
          </Trans>
        </p>
      ),
      done: t`Approved: ${name}, ${amount}`,
    },
    cancel: {
      title: <Trans>Cancel the payment of {name}?</Trans>,
      keep: <Trans>Keep the payment</Trans>,
      act: <Trans>Cancel the payment</Trans>,
      says: (
        <p>
          <Trans>
            The open payment of {amount} is cancelled. The amount reserved in the wallet is free again. This cannot be
            undone.
          </Trans>
        </p>
      ),
      done: t`Payment cancelled: ${name}`,
    },
    delete: {
      title: <Trans>Delete the payment of {name}?</Trans>,
      keep: <Trans>Keep the payment</Trans>,
      act: <Trans>Delete the payment</Trans>,
      says: (
        <p>
          <Trans>
            {amount}, never paid, disappears from the list and from every total. No message is sent. This cannot be
            undone.
          </Trans>
        </p>
      ),
      done: t`Payment deleted: ${name}`,
    },
    refundStart: {
      title: <Trans>Start a refund for {name}?</Trans>,
      keep: <Trans>No refund</Trans>,
      act: <Trans>Start the refund</Trans>,
      says: (
        <p>
          <Trans>{amount} will be refunded. Nothing is paid until the refund is approved.</Trans>
        </p>
      ),
      done: t`Refund started: ${name}`,
    },
    refundApprove: {
      title: <Trans>Approve the refund for {name}?</Trans>,
      keep: <Trans>Not yet</Trans>,
      act: <Trans>Approve the refund</Trans>,
      says: (
        <p>
          <Trans>{amount} is refunded, and the patient is told. You cannot undo this.</Trans>
        </p>
      ),
      done: t`Refund approved: ${name}`,
    },
    refundDone: {
      title: <Trans>Has {name} got the money back?</Trans>,
      keep: <Trans>Not yet</Trans>,
      act: <Trans>It has been paid</Trans>,
      says: (
        <p>
          <Trans>{amount} counts as refunded from now on. You cannot undo this.</Trans>
        </p>
      ),
      done: t`Refunded: ${name}, ${amount}`,
    },
    toBalance: {
      title: (
        <Trans>
          Transfer {amount} to the balance of {name}?
        </Trans>
      ),
      keep: <Trans>Leave it</Trans>,
      act: <Trans>Transfer to the balance</Trans>,
      says: (
        <p>
          <Trans>
            {amount} is added to the wallet straight away, the payment counts as refunded, and the patient is told. This
            can be done once.
          </Trans>
        </p>
      ),
      done: t`In the wallet: ${name}, ${amount}`,
    },
    earn: {
      title: <Trans>Has the earning been paid out?</Trans>,
      keep: <Trans>Not yet</Trans>,
      act: <Trans>It has been paid out</Trans>,
      says: (
        <p>
          <Trans>
            {earning} for the appointment of {name} counts as paid to the doctor. A later refund becomes a correction in
            the doctor’s next total.
          </Trans>
        </p>
      ),
      done: t`Earning paid out: ${earning}`,
    },
  }
}

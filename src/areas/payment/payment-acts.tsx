import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarCheck,
  CircleCheck,
  CircleX,
  FileDown,
  HandCoins,
  ReceiptText,
  RotateCcw,
  Trash2,
  Undo2,
  Wallet,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import {
  mayManage,
  whyNotApprove,
  whyNotCancelPayment,
  whyNotDeletePayment,
  whyNotEarn,
  whyNotRefundApprove,
  whyNotRefundDone,
  whyNotRefundStart,
  whyNotToBalance,
} from '../../../contract/payment/payment.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { useClinic } from '../clinic/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import { PaymentDialog, type PaymentAct } from './payment-dialog.tsx'
import type { VisitStates } from './queries.ts'
import { useReceipt } from './use-receipt.ts'

/** Whether this person may change payments, or only look at them (RULES 13). */
export function useMayManage(): boolean {
  const { person } = useDevice()
  const clinic = useClinic(person.clinicId)
  return mayManage(person, clinic?.private === true)
}

/**
 * What may be done to a payment, as menu items. An act that is not possible now has its reason; acts that the payment's
 * state has passed are left out. Money is moved only on the server (rule 46). Render `dialogs` once on the page.
 */
export function usePaymentActs({
  visits,
  onDone,
  own,
}: {
  visits: VisitStates
  /** Called after something has changed. */
  onDone: () => void
  /** True on the payment's own page, where a link to it is left out. */
  own?: boolean
}): {
  readonly actsOf: (payment: Payment) => readonly MenuItem[]
  readonly dialogs: ReactNode
} {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const manages = useMayManage()
  const receipt = useReceipt()
  const [pending, setPending] = useState<{ readonly act: PaymentAct; readonly payment: Payment } | null>(null)
  const away = offline ? t`You need to be online to make payments.` : null

  const actsOf = (payment: Payment): readonly MenuItem[] => {
    const { status, refundStatus, type } = payment
    // this device does not hold the visit: the server decides, and the dialog shows its reason
    const visit = (payment.appointmentId && visits.get(payment.appointmentId)) || null
    const unknown = payment.appointmentId !== null && !visit
    const act = (
      id: PaymentAct,
      label: string,
      icon: ReactNode,
      why: MessageCode | null,
      danger = false,
    ): MenuItem => ({
      id,
      label,
      icon,
      danger,
      whyDisabled: away ?? (why ? i18n._(messages[why]) : null),
      onSelect: () => setPending({ act: id, payment }),
    })
    const waits = status === 'waiting'
    const paid = status === 'completed' && payment.amount > 0
    const managed = [
      waits &&
        type === 'bank_transfer' &&
        act('approve', t`Approve the transfer`, <CircleCheck />, whyNotApprove(payment)),
      paid &&
        refundStatus === 'none' &&
        act('refundStart', t`Start a refund`, <RotateCcw />, whyNotRefundStart(payment)),
      refundStatus === 'pending' &&
        act('refundApprove', t`Approve the refund`, <RotateCcw />, whyNotRefundApprove(payment)),
      refundStatus === 'approved' &&
        act('refundDone', t`The refund has been paid`, <Undo2 />, whyNotRefundDone(payment)),
      paid &&
        (refundStatus === 'none' || refundStatus === 'pending') &&
        payment.appointmentId !== null &&
        act('toBalance', t`Transfer to the balance`, <Wallet />, unknown ? null : whyNotToBalance(payment, visit)),
      paid &&
        payment.earnStatus === 'waiting' &&
        refundStatus === 'none' &&
        payment.doctorId !== null &&
        act('earn', t`Earning is paid out`, <HandCoins />, unknown ? null : whyNotEarn(payment, visit)),
      waits && act('cancel', t`Cancel the payment`, <CircleX />, whyNotCancelPayment(payment), true),
      !paid &&
        status !== 'completed' &&
        type === 'bank_transfer' &&
        act('delete', t`Delete the payment`, <Trash2 />, whyNotDeletePayment(payment), true),
    ].filter((item) => item !== false)
    return [
      ...(own
        ? []
        : [
            {
              id: 'open',
              label: t`Open the payment`,
              icon: <ReceiptText />,
              onSelect: () => void navigate({ to: '/payment/$id', params: { id: payment.id } }),
            },
          ]),
      ...(manages ? managed : []),
      ...(status === 'completed'
        ? [
            {
              id: 'receipt',
              label: t`Receipt as PDF`,
              icon: <FileDown />,
              whyDisabled: offline ? t`You need to be online to get the receipt.` : null,
              onSelect: () => void receipt(payment),
            },
          ]
        : []),
      ...(payment.appointmentId
        ? [
            {
              id: 'visit',
              label: t`Open the appointment`,
              icon: <CalendarCheck />,
              onSelect: () => void navigate({ to: '/appointment/$id', params: { id: payment.appointmentId ?? '' } }),
            },
          ]
        : []),
    ]
  }
  return {
    actsOf,
    dialogs: pending && (
      <PaymentDialog
        key={`${pending.act} ${pending.payment.id}`}
        act={pending.act}
        payment={pending.payment}
        onClose={() => setPending(null)}
        onDone={onDone}
      />
    ),
  }
}

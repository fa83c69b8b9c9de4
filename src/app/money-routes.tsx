import { msg } from '@lingui/core/macro'
import { screen, searched } from './frame-routes.tsx'
import { lazy } from './screen.ts'
import * as search from '../screen/search.ts'

/** Payments and what leads to them; part of `routes.tsx`, in its order. */
export const moneyScreens = [
  searched(
    '/payment',
    search.PaymentSearch,
    { title: msg`Payments`, roles: ['admin', 'doctor', 'clinic'], icon: 'wallet-cards', group: 'money' },
    lazy(() => import('../areas/payment/payments-screen.tsx'), 'PaymentsScreen'),
  ),
  screen(
    '/payment/$id',
    { title: msg`Payment`, roles: ['admin', 'doctor', 'clinic'] },
    lazy(() => import('../areas/payment/payment-screen.tsx'), 'PaymentScreen'),
  ),
  searched(
    '/approval',
    search.ApprovalSearch,
    { title: msg`Second approvals`, roles: ['admin', 'clinic'], icon: 'shield', group: 'money' },
    lazy(() => import('../areas/approval/approvals-screen.tsx'), 'ApprovalsScreen'),
  ),
  searched(
    '/paymentlink',
    search.LinkSearch,
    { title: msg`Payment links`, roles: ['admin', 'patient', 'clinic'], byClinic: true, icon: 'link', group: 'money' },
    lazy(() => import('../areas/paymentlink/links-screen.tsx'), 'LinksScreen'),
  ),
]

import './link.css'
import '../payment/payment.css'
import { useDevice } from '../../screen/device.ts'
import { LinkList } from './link-list.tsx'
import { ToPay } from './to-pay.tsx'

/** /paymentlink (SCREENS B24): for admins and desks the links they have made, for a patient what is to be paid. */
export function LinksScreen() {
  const { person } = useDevice()
  return person.type === 'patient' ? <ToPay /> : <LinkList />
}

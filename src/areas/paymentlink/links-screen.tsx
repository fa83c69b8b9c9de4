import './link.css'
import '../payment/payment.css'
import { useDevice } from '../../screen/device.ts'
import { LinkList } from './link-list.tsx'
import { ToPay } from './to-pay.tsx'

/** /paymentlink (SCREENS B24): admins and desks see the links they have made, patients what they have to pay. */
export function LinksScreen() {
  const { person } = useDevice()
  return person.type === 'patient' ? <ToPay /> : <LinkList />
}

import { useLiveQuery } from 'dexie-react-hooks'
import { isOpenLink, type PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

/** Every payment link this person may see, newest first; all are on the device. */
export function useLinks(): readonly PaymentLink[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(
    async () =>
      (await rowsIn(db, 'payment_link').orderBy('createdAt').reverse().toArray()).map((stored) =>
        show('payment_link', stored),
      ),
    [db],
  )
}

/** A link whose stored status is still `waiting` after its end counts as expired. */
export const stateOfLink = (link: PaymentLink, now: number): PaymentLink['status'] =>
  link.status === 'waiting' && !isOpenLink(link, now) ? 'expired' : link.status

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { sayWhen } from '../../../contract/kernel/when.ts'
import type { PaidFor, Transaction } from '../../../contract/transaction/transaction.ts'
import { formatMoney, viewerZone } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { saveBlob } from '../../screen/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { fetchReceipt } from '../payment/commands.ts'

/** What a payment was for: the amount, and, as far as the viewer may know, the clinic, the doctor and the time. */
export function PaidForFacts({ transaction, about }: { transaction: Transaction; about: PaidFor | null }) {
  const language = useLanguage()
  const amount = formatMoney(transaction.amount, transaction.currency, language)
  const rows: readonly { readonly id: string; readonly name: ReactNode; readonly value: ReactNode }[] = [
    { id: 'amount', name: <Trans>Amount</Trans>, value: <span className="pay-amount">{amount}</span> },
    { id: 'for', name: <Trans>For</Trans>, value: about?.description },
    { id: 'doctor', name: <Trans>Doctor</Trans>, value: about?.doctorName },
    { id: 'time', name: <Trans>Appointment</Trans>, value: about?.visitStart && <When about={about} /> },
    { id: 'clinic', name: <Trans>Clinic</Trans>, value: about?.clinicName },
  ]
  return (
    <dl className="pay-facts">
      {rows.map(({ id, name, value }) =>
        value ? (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** When the visit is, in the words of rule 3. */
function When({ about: { visitStart: start, visitZone: zone, visitType: type } }: { about: PaidFor }) {
  if (!start || !zone || !type) return null
  return <time dateTime={start}>{sayWhen({ start, zone, type }, viewerZone())}</time>
}

/** The receipt, if the viewer may have it; a viewer who is not signed in gets a link to sign in. */
export function ReceiptWay({
  about,
  signedIn,
  back,
}: {
  about: PaidFor | null
  signedIn: boolean | null
  back: string
}) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'saved'>('idle')
  const id = about?.receiptOf
  async function save() {
    if (!id || state === 'busy') return
    setState('busy')
    const file = await fetchReceipt(id)
    if (file) saveBlob(`receipt-${id.slice(-8)}.pdf`, file)
    setState(file ? 'saved' : 'failed')
  }
  if (id)
    return (
      <>
        <Button block aria-busy={state === 'busy' || undefined} onClick={() => void save()}>
          <Download aria-hidden="true" />
          <Trans>Receipt as PDF</Trans>
        </Button>
        {state === 'failed' && (
          <Note tone="failed" alert>
            {t`The receipt could not be fetched. Try again.`}
          </Note>
        )}
        {state === 'saved' && (
          <p className="help" role="status">
            {t`The receipt has been saved on this device.`}
          </p>
        )}
      </>
    )
  if (signedIn !== false) return null
  return (
    <Link to="/patient-login" search={{ back }} className="btn block">
      <Trans>Sign in for the receipt</Trans>
    </Link>
  )
}

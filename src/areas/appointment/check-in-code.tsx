import { useLingui } from '@lingui/react/macro'
import { useDevice } from '../../screen/device.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { ShownVisit } from './queries.ts'

/** The code while it can be used: the visit waits, and the patient has not arrived. */
export const codeOf = ({ checkInCode, status, arrivedAt }: ShownVisit): string | null =>
  checkInCode && status === 'waiting' && !arrivedAt ? checkInCode : null

/** What the tablet at the clinic asks for (rule 71): digits to type, and for the patient a QR code for its camera. */
export function CheckInCode({ visit, code }: { visit: ShownVisit; code: string }) {
  const { t } = useLingui()
  const { person } = useDevice()
  return (
    <span className="stack-2">
      <b className="nowrap">
        {code.slice(0, 3)} {code.slice(3)}
      </b>
      {person.type === 'patient' && (
        <QrCode text={`bedside:${visit.id}:${code}`} label={t`QR code of the check-in code`} size={144} />
      )}
    </span>
  )
}

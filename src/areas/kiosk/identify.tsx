import { Trans, useLingui } from '@lingui/react/macro'
import { QrCode } from 'lucide-react'
import { isDate } from '../../../contract/kernel/time.ts'
import { proofByBirth, proofByCode } from '../../../contract/kiosk/kiosk.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Digits, NumberPad } from './number-pad.tsx'
import { useCamera } from './scan.tsx'
import { useTyped } from './use-typed.ts'

type Ways = { readonly onBack: () => void; readonly onProof: (proof: string) => void }

/** Six digits from the message (rule 71); typing the last one submits. */
export function ByCode({ onBack, onProof, onBirth, onScan }: Ways & { onBirth: () => void; onScan: () => void }) {
  const { t } = useLingui()
  const hasCamera = useCamera()
  const { typed, add, remove } = useTyped(CODE, (digits) => onProof(proofByCode(digits)))
  return (
    <>
      <div className="kiosk-side">
        <h1>
          <Trans>Type the 6 digits from your message</Trans>
        </h1>
        <Digits typed={typed} length={CODE} gaps={[3]} label={t`Code`} />
        <p>
          <Trans>No code? You can also use your birth date.</Trans>
        </p>
        <div className="kiosk-row">
          <Button onClick={onBirth}>
            <Trans>Use birth date</Trans>
          </Button>
          {hasCamera && (
            <Button onClick={onScan}>
              <QrCode aria-hidden="true" />
              <Trans>Scan the code</Trans>
            </Button>
          )}
        </div>
      </div>
      <NumberPad onDigit={add} onDelete={remove} onBack={onBack} />
    </>
  )
}

/** Birth date and the last digits of the phone number, typed digit by digit, the day first as in all four languages. */
export function ByBirth({ onBack, onProof }: Ways) {
  const { t } = useLingui()
  const { typed, add, remove } = useTyped(
    BIRTH + PHONE,
    (digits) => onProof(proofByBirth(yearFirst(digits), digits.slice(BIRTH))),
    (before) => !isNoDay(before),
  )
  const birth = typed.slice(0, BIRTH)
  const wrong = isNoDay(typed)
  return (
    <>
      <div className="kiosk-side">
        <h1>
          <Trans>Your birth date and phone</Trans>
        </h1>
        <div>
          <p>
            <Trans>Birth date: day, month, year</Trans>
          </p>
          <Digits typed={birth} length={BIRTH} gaps={[2, 4]} label={t`Birth date`} />
        </div>
        {wrong ? (
          <p role="alert">
            <Trans>There is no such day. Delete and type again.</Trans>
          </p>
        ) : (
          <div>
            <p>
              <Trans>The last 4 digits of your phone number</Trans>
            </p>
            <Digits typed={typed.slice(BIRTH)} length={PHONE} hidden label={t`Phone number, last digits`} />
          </div>
        )}
      </div>
      <NumberPad onDigit={add} onDelete={remove} onBack={onBack} />
    </>
  )
}

/** Turns DDMMYYYY as typed into YYYYMMDD. */
const yearFirst = (digits: string) => digits.slice(4, 8) + digits.slice(2, 4) + digits.slice(0, 2)
const isNoDay = (digits: string) => digits.length >= BIRTH && !isDate(Number(yearFirst(digits)))

const CODE = 6
const BIRTH = 8
const PHONE = 4

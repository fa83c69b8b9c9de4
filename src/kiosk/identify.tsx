import { Trans, useLingui } from '@lingui/react/macro'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { isDate } from '../../contract/time.ts'
import { proofByBirth, proofByCode } from '../../contract/kiosk.rules.ts'
import { Button } from '../ui/button.tsx'
import { Digits, NumberPad } from './number-pad.tsx'
import { useCamera } from './scan.tsx'

type Ways = { readonly onBack: () => void; readonly onProof: (proof: string) => void }

/** Six digits of the message (rule 71): the last one typed asks at once. */
export function ByCode({ onBack, onProof, onBirth, onScan }: Ways & { onBirth: () => void; onScan: () => void }) {
  const { t } = useLingui()
  const hasCamera = useCamera()
  const [typed, setTyped] = useState('')
  function add(digit: string) {
    const next = (typed + digit).slice(0, CODE)
    setTyped(next)
    if (next.length === CODE && typed.length < CODE) onProof(proofByCode(next))
  }
  return (
    <>
      <div className="kiosk-side">
        <h1>
          <Trans>Please type the 6 digits from your message</Trans>
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
      <NumberPad onDigit={add} onDelete={() => setTyped(typed.slice(0, -1))} onBack={onBack} />
    </>
  )
}

/** Birth date and the end of the phone number, one digit after the other, day first as all four languages write it. */
export function ByBirth({ onBack, onProof }: Ways) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const birth = typed.slice(0, BIRTH)
  const wrong = birth.length === BIRTH && !isDate(Number(birth.slice(4) + birth.slice(2, 4) + birth.slice(0, 2)))
  function add(digit: string) {
    if (wrong) return
    const next = (typed + digit).slice(0, BIRTH + PHONE)
    setTyped(next)
    if (next.length === BIRTH + PHONE && typed.length < BIRTH + PHONE)
      onProof(proofByBirth(next.slice(4, 8) + next.slice(2, 4) + next.slice(0, 2), next.slice(BIRTH)))
  }
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
            <Trans>There is no such day. Please delete and type again.</Trans>
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
      <NumberPad onDigit={add} onDelete={() => setTyped(typed.slice(0, -1))} onBack={onBack} />
    </>
  )
}

const CODE = 6
const BIRTH = 8
const PHONE = 4

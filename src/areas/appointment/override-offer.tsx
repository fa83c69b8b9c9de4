import { Trans } from '@lingui/react/macro'
import { mayOverride, OVERRIDES, type Override } from '../../../contract/appointment/appointment.overrides.ts'
import type { Entry } from '../../db/entry.ts'
import { formatTime } from '../../i18n/format.ts'
import { sendAgain } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { OverrideQuestions } from './override-marks.tsx'

/** A refused time that this person may book anyway: the warnings, and a button that confirms them all. */
export function OverrideOffer({ entry, zone }: { entry: Entry; zone: string }) {
  const device = useDevice()
  const offered = known(entry.problem?.details['overrides'])
  if (offered.length === 0 || !mayOverride(device.person)) return null
  const overrides = [...new Set([...known(entry.input['overrides']), ...offered])]
  return (
    <div className="stack-2">
      <OverrideQuestions overrides={offered} time={formatTime(String(entry.input['start']), zone)} />
      <Button className="start" onClick={() => void sendAgain(device, entry, { ...entry.input, overrides })}>
        {offered.includes('squeeze_in') ? <Trans>Book beside it</Trans> : <Trans>Book this time anyway</Trans>}
      </Button>
    </div>
  )
}

/** The overrides in an answer or a change that this version knows. */
const known = (value: unknown): Override[] =>
  Array.isArray(value) ? OVERRIDES.filter((each) => (value as readonly unknown[]).includes(each)) : []

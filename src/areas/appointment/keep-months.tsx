import { Trans, useLingui } from '@lingui/react/macro'
import { HardDriveDownload } from 'lucide-react'
import { useState } from 'react'
import { MOST_MONTHS } from '../../../contract/sync/sync.ts'
import { formatMonth } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { keepMonths } from './commands-months.ts'
import { useWantedMonths } from './queries-months.ts'

/**
 * Keeps days beyond the window on this device (SYNC "Sight and window"): they come with the next pull and stay until
 * released.
 */
export function KeepMonths({ months }: { months: readonly string[] }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const wanted = useWantedMonths()
  const [full, setFull] = useState(false)
  if (!wanted || months.length > MOST_MONTHS) return null
  const coming = months.every((month) => wanted.includes(month))
  const keep = async () => setFull(!(await keepMonths(device, months, true)))
  return (
    <>
      <Button
        small
        aria-busy={coming || undefined}
        whyDisabled={coming ? t`These days are being fetched.` : offline ? t`You need to be online to do this.` : null}
        onClick={() => void keep()}
      >
        <HardDriveDownload />
        <Trans>Keep these days on this device</Trans>
      </Button>
      {full && (
        <p role="alert">
          <Trans>
            You can keep up to {MOST_MONTHS} extra months. Remove some in your profile, under “This device”.
          </Trans>
        </p>
      )}
    </>
  )
}

/** The months kept beyond the window, each with a button to release it. Draws nothing if there are none. */
export function KeptMonths() {
  const device = useDevice()
  const language = useLanguage()
  const kept = useWantedMonths()
  if (!kept?.length) return null
  return (
    <Card title={<Trans>Months kept on this device</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            In addition to the days kept on every device. Select a month to remove it from this device; nothing changes
            online.
          </Trans>
        </p>
        <div className="row wrap">
          {kept.map((month) => (
            <FilterChip key={month} on onToggle={() => void keepMonths(device, [month], false)}>
              {formatMonth(Number(`${month.replace('-', '')}01`), language)}
            </FilterChip>
          ))}
        </div>
      </div>
    </Card>
  )
}

import './day-picture.css'
import { Trans } from '@lingui/react/macro'
import { wallOf } from '../../../contract/kernel/time.ts'
import { formatWallTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { hoursOfDay } from './day-hours.ts'
import type { ShownVisit } from './queries.ts'

/** The day as a chart: how full each hour is and how much of it has passed (SCREENS B1). Folded until opened. */
export function DayPicture({ visits, isToday }: { visits: readonly ShownVisit[]; isToday: boolean }) {
  const { zone, now } = useDevice()
  const hours = hoursOfDay(visits, zone)
  if (hours.length < 2) return null
  const all = ({ done, here, open }: (typeof hours)[number]) => done + here + open
  const most = Math.max(...hours.map(all))
  const fullest = hours.find((hour) => all(hour) === most)!
  const at = isToday ? Math.floor(wallOf(now(), zone).time / 100) : null
  const begins = formatWallTime(hours[0]!.hour * 100)
  const ends = formatWallTime((hours.at(-1)!.hour + 1) * 100)
  const peak = formatWallTime(fullest.hour * 100)
  return (
    <details
      className="day-picture card no-print"
      open={wasOpen()}
      onToggle={({ currentTarget }) => keepOpen(currentTarget.open)}
    >
      <summary>
        <Trans>Appointments by hour</Trans>{' '}
        <span className="dim">
          <Trans>
            Between {begins} and {ends}, most appointments start at {peak}: {most}.
          </Trans>
        </span>
      </summary>
      <ol aria-hidden="true">
        {hours.map((each) => (
          <li key={each.hour} data-now={each.hour === at || undefined}>
            <span className="day-area">
              <span className="day-bar" style={{ height: `${(all(each) / most) * 100}%` }}>
                {each.open > 0 && <i data-part="open" style={{ flexGrow: each.open }} />}
                {each.here > 0 && <i data-part="here" style={{ flexGrow: each.here }} />}
                {each.done > 0 && <i data-part="done" style={{ flexGrow: each.done }} />}
              </span>
            </span>
            <small>{String(each.hour).padStart(2, '0')}</small>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Whether it was unfolded on this device; folded, it leaves its height to the list (issue 30, 9). */
const wasOpen = () => localStorage.getItem(KEPT) === 'open'
const keepOpen = (isOpen: boolean) => (isOpen ? localStorage.setItem(KEPT, 'open') : localStorage.removeItem(KEPT))
const KEPT = 'day-picture'

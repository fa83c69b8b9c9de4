import './closure.css'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarOff } from 'lucide-react'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import { closureWhen } from './closure-when.ts'
import { useHits } from './queries-hit.ts'
import { useClosures } from './queries.ts'

/** Above the appointments of some days (YYYYMMDD, both included): when the clinic is closed, and for a desk what to decide. */
export function ClosedBand({ from, to, zone }: { from: number; to: number; zone: string }) {
  const { person } = useDevice()
  const closures = useClosures(
    new Date(dayBounds(from, zone).from).toISOString(),
    new Date(dayBounds(to, zone).to).toISOString(),
  )
  const hits = useHits(person.type === 'clinic' ? (closures ?? []) : [])
  return closures?.map((closure) => {
    const count = hits?.get(closure.id) ?? 0
    const { name } = closure
    return (
      <p key={closure.id} className="closed-band">
        <CalendarOff aria-hidden="true" size={18} />
        <b>
          <Trans>The clinic is closed: {name}</Trans>
        </b>
        <span>{closureWhen(closure, zone)}</span>
        {count > 0 && (
          <Link to="/closure/$id" params={{ id: closure.id }}>
            <Plural value={count} one="Decide about # appointment" other="Decide about # appointments" />
          </Link>
        )}
      </p>
    )
  })
}

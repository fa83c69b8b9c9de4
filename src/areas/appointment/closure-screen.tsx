import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarOff } from 'lucide-react'
import { closuresAt } from '../../../contract/closure/closure.rules.ts'
import { wallOf } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { useClosure, type ShownClosure } from '../closure/queries.ts'
import { closureWhen } from '../closure/closure-when.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { DecideVisits } from './absence-work.tsx'
import { useVisits } from './queries.ts'

const route = getRouteApi('/signed-in/closure/$id')

/** /closure/:id, for a desk: the appointments of all doctors that fall into a closure of the clinic (decision 0152). */
export function ClosureScreen() {
  const { id } = route.useParams()
  const closure = useClosure(id)
  if (closure === undefined) return <ListSkeleton />
  if (closure === null)
    return (
      <Empty
        icon={<CalendarOff className="icon-lg" />}
        title={<Trans>This closure is not on this device</Trans>}
        action={
          <Link to="/closure" className="btn">
            <Trans>To the closures</Trans>
          </Link>
        }
      >
        <Trans>The clinic may have been opened again at this time.</Trans>
      </Empty>
    )
  return <OfClosure key={closure.id} closure={closure} />
}

function OfClosure({ closure }: { closure: ShownClosure }) {
  const { t } = useLingui()
  const device = useDevice()
  const zone = useClinics()?.get(closure.clinicId)?.zone ?? device.zone
  const first = wallOf(Date.parse(closure.start), zone).date
  // a visit may have begun before midnight, and the clinic opens again at the closure's end, maybe within a day
  const opens = wallOf(Date.parse(closure.end), zone).date
  const visits = useVisits({ from: first, to: opens, clinicId: closure.clinicId, status: 'waiting' })
  const { name } = closure
  return (
    <div className="close-day absence stack">
      <Card title={name}>{closureWhen(closure, zone)}</Card>
      <DecideVisits
        visits={visits && closuresIn(visits, closure)}
        from={opens}
        close={null}
        reasons={[t`The clinic is closed: ${name}`, t`The clinic is closed`]}
        none={<Trans>No appointments in this time</Trans>}
      >
        <Trans>No one can book this time any more.</Trans>
      </DecideVisits>
    </div>
  )
}

const closuresIn = <V extends { start: string; end: string; clinicId: string | null }>(
  visits: readonly V[],
  closure: ShownClosure,
) => visits.filter((visit) => closuresAt([closure], visit).length > 0)

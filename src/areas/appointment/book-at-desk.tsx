import { todayIn } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import type { ShownVisit } from './queries.ts'
import { useVisitActions } from './visit-actions.tsx'
import type { VisitActionId } from './visit-acts.tsx'

/**
 * For staff, after booking a patient who is present: check-in and payment without leaving the page. Only for today's
 * visits.
 */
export function AtDesk({ visit }: { visit: ShownVisit }) {
  const { person, now } = useDevice()
  const { actionsOf, dialogs } = useVisitActions()
  useMinute()
  if (person.type === 'patient') return null
  const wanted = isToday(visit, now()) ? TODAY : LATER
  const acts = actionsOf(visit).filter(({ id }) => wanted.includes(id))
  if (acts.length === 0) return null
  return (
    <>
      <div className="row wrap top no-print">
        {acts.map(({ id, label, icon, whyDisabled, onSelect }) => (
          <Button
            key={id}
            look={id === 'arrive' ? 'primary' : 'default'}
            whyDisabled={whyDisabled}
            showWhy={id === 'pay'}
            onClick={onSelect}
          >
            {icon}
            {label}
          </Button>
        ))}
      </div>
      {dialogs}
    </>
  )
}

/** Whether check-in is the page's main act. */
export const isAtDesk = (visit: ShownVisit, now: number) =>
  visit.status === 'waiting' && !visit.arrivedAt && isToday(visit, now)

const isToday = ({ start, zone }: ShownVisit, now: number) => todayIn(zone, Date.parse(start)) === todayIn(zone, now)

const TODAY: readonly VisitActionId[] = ['arrive', 'unarrive', 'arrive-paid', 'pay']
const LATER: readonly VisitActionId[] = ['pay']

import { Plural } from '@lingui/react/macro'
import { useUnanswered } from '../areas/question/queries-unanswered.ts'

/** The number of new questions at a doctor's entry in the sidebar. */
export function NavCount() {
  const count = useUnanswered()
  if (count === 0) return null
  return (
    <span className="nav-count">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">
        <Plural value={count} one="# waits for an answer" other="# wait for an answer" />
      </span>
    </span>
  )
}

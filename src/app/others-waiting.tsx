import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveSealed } from '../areas/session/commands-sign-out.ts'
import { useWaitingHere } from '../areas/session/queries-waiting-here.ts'
import { WaitingWords } from '../areas/session/waiting-here.tsx'
import { useDevice } from '../screen/device.ts'
import { loginPath } from '../screen/login-path.ts'
import { Button } from '../ui/button.tsx'

/**
 * Tells the next person on a shared device whose work has not left it, and asks them to fetch that colleague: no one
 * else can send it (decision 0088). Shown until the work has left, or until it is dismissed for the life of this page.
 */
export function OthersWaiting() {
  return useDevice().session.shared ? <Others /> : null
}

function Others() {
  const { person } = useDevice()
  const navigate = useNavigate()
  const [aside, setAside] = useState<readonly string[]>([])
  const waiting = useWaitingHere(person.id)
  const [first] = waiting.filter((its) => !aside.includes(its.person))
  if (!first) return null
  return (
    <div className="banner" role="status">
      <span className="grow">
        <WaitingWords of={first} /> <Trans>Ask {first.name} to sign in here once: no one else can send it.</Trans>
      </span>
      <Button small onClick={() => void leaveSealed().then(() => navigate({ to: loginPath(), search: {} }))}>
        <Trans>Let {first.name} sign in</Trans>
      </Button>
      <Button small look="quiet" onClick={() => setAside([...aside, first.person])}>
        <Trans>Later</Trans>
      </Button>
    </div>
  )
}

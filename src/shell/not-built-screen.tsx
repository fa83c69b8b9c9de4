import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { Empty } from '../ui/states.tsx'

/** The plain page of a screen that later work brings. */
export function NotBuiltScreen() {
  return (
    <Empty
      icon={<Hammer />}
      title={<Trans>This screen is not built yet</Trans>}
      action={
        <Link to="/appointment" search={{}} className="btn">
          <Trans>To the appointments</Trans>
        </Link>
      }
    >
      <Trans>It is part of the plan. Nothing is missing from your data.</Trans>
    </Empty>
  )
}

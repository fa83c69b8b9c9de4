import { Trans } from '@lingui/react/macro'
import { Bead } from '../../ui/bead.tsx'

/** Active or inactive, in word and shape (LOOKS "Status language"). */
export function UserStatus({ active }: { active: boolean }) {
  return (
    <span className="badge" data-tone={active ? 'completed' : 'cancelled'}>
      <Bead shape={active ? 'completed' : 'cancelled'} />
      {active ? <Trans context="person">Active</Trans> : <Trans context="person">Inactive</Trans>}
    </span>
  )
}

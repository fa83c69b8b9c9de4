import { Trans } from '@lingui/react/macro'
import type { Hours } from '../../../contract/availability/availability.rules.ts'

export function HoursType({ type }: { type: Hours['type'] }) {
  return type === 'online' ? <Trans>Online</Trans> : <Trans>Face to face</Trans>
}

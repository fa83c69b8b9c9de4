import { Plural, Trans } from '@lingui/react/macro'
import { fetchUpdate } from './update.ts'
import { Button } from '../ui/button.tsx'
import type { SyncStatus } from './queries-waiting.ts'

/** How many records only a newer version of the app can show, and how to get it. Draws nothing if there are none. */
export function Unreadable({ status }: { status: Pick<SyncStatus, 'unreadable'> }) {
  const count = status.unreadable
  if (!count) return null
  return (
    <span className="danger-text" role="status">
      <Plural
        value={count}
        one="# record this version cannot show; update the app"
        other="# records this version cannot show; update the app"
      />{' '}
      <Button small onClick={() => void fetchUpdate()}>
        <Trans>Update now</Trans>
      </Button>
    </span>
  )
}

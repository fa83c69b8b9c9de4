import { Plural, Trans } from '@lingui/react/macro'
import { formatDateTime } from '../i18n/format.ts'
import type { Lost } from '../sync/unsent.ts'

/** Before sign-in no clinic determines the zone. */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** How much may be lost, and since when. */
export function LostWords({ lost: { waiting, since } }: { lost: Lost }) {
  const at = formatDateTime(since, deviceZone())
  return (
    <>
      <p>
        <Plural
          value={waiting}
          one="# change was saved here and not yet sent when the browser cleared this storage. It may be lost."
          other="# changes were saved here and not yet sent when the browser cleared this storage. They may be lost."
        />
      </p>
      <p>
        <Trans>The first of them was made on {at}.</Trans>
      </p>
    </>
  )
}

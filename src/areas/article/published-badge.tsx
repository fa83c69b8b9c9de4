import { Trans } from '@lingui/react/macro'
import { VisitBadge } from '../../ui/badge.tsx'

/** Whether the public sees it. */
export function PublishedBadge({ published }: { published: boolean }) {
  return published ? (
    <VisitBadge state="completed">
      <Trans>Published</Trans>
    </VisitBadge>
  ) : (
    <VisitBadge state="tentative">
      <Trans>Not published</Trans>
    </VisitBadge>
  )
}

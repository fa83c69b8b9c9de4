import './calendar-link.css'
import { Trans } from '@lingui/react/macro'
import { Note } from '../../ui/note.tsx'
import { FAILURE_WORDS } from './failure-words.ts'
import { useLingui } from '@lingui/react/macro'
import { RepairButton } from './repair-button.tsx'
import { useCalendarLinks, type ShownLink } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

/**
 * The banner for a calendar that can no longer be read, above the doctor's own: what that means, and the act that
 * repairs it (rules 96, 98).
 */
export function BrokenCalendars() {
  const broken = useCalendarLinks()?.filter(({ state }) => state === 'broken') ?? []
  return broken.map((link) => <Banner key={link.id} link={link} />)
}

function Banner({ link }: { link: ShownLink }) {
  const { i18n } = useLingui()
  const { name } = link
  return (
    <Note tone="failed" alert title={<Trans>{name} has stopped syncing</Trans>}>
      <div className="stack-2">
        <p>
          {link.failure && i18n._(wordOf(FAILURE_WORDS, link.failure))}{' '}
          {link.dropped ? (
            <Trans>Its times no longer block your slots: patients may book your private time.</Trans>
          ) : (
            <Trans>The times read so far stay blocked; newer ones are not known here.</Trans>
          )}
        </p>
        <RepairButton link={link} look="primary" />
      </div>
    </Note>
  )
}

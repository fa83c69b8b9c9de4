import { Plural, Trans } from '@lingui/react/macro'
import type { Entry } from '../db/entry.ts'
import { formatTime } from '../i18n/format.ts'
import { useDevice } from '../shell/device.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { EntryActions, EntryText } from './entry-actions.tsx'
import { useEntryWords } from './entry-words.tsx'
import type { EntryRecord } from './queries.ts'

/** A change on its way: what it says, how often it was tried, and when next. */
export function WaitingView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { zone, now } = useDevice()
  const words = useEntryWords()
  return (
    <Card title={`${words.title(entry)}: ${words.about(record)}`}>
      <div className="stack">
        <Note tone="pending" title={<Trans>Saved on this device</Trans>}>
          {entry.carry ? (
            <Trans>Files go last, when everything else has been sent.</Trans>
          ) : entry.attempts === 0 ? (
            <Trans>It is sent as soon as there is a connection.</Trans>
          ) : (
            <>
              <Plural value={entry.attempts} one="Tried # time." other="Tried # times." />{' '}
              {entry.nextTry > now() ? <Trans>Next try at {formatTime(entry.nextTry, zone)}.</Trans> : null}
            </>
          )}
        </Note>
        {entry.carry && entry.carry.sent > 0 ? (
          <ProgressBar label={<Trans>Arrived of the file</Trans>} value={(100 * entry.carry.sent) / entry.carry.size} />
        ) : null}
        <EntryText entry={entry} />
        <EntryActions entry={entry} again={null} />
      </div>
    </Card>
  )
}

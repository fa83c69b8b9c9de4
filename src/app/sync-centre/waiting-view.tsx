import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Entry } from '../../db/entry.ts'
import { formatBytes, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TroubleText } from '../../ui/trouble-text.tsx'
import { EntryActions, EntryText } from './entry-actions.tsx'
import { useEntryWords } from '../../screen/entry-words.ts'
import { isOfAnotherBuild, useHolder, useSyncStatus, type EntryRecord } from '../../screen/queries-waiting.ts'

/** A change on its way: its content, the number of attempts, and the time of the next one. */
export function WaitingView({ entry, record }: { entry: Entry; record: EntryRecord | undefined }) {
  const { zone, now } = useDevice()
  const words = useEntryWords()
  const language = useLanguage()
  const trouble = useSyncStatus()?.trouble
  const holder = useHolder(entry)
  const sent = formatBytes(entry.carry?.sent ?? 0, language)
  const size = formatBytes(entry.carry?.size ?? 0, language)
  return (
    <Card title={`${words.title(entry)}: ${words.about(record)}`}>
      <div className="stack">
        <Note tone="pending" title={<Trans>Saved on this device</Trans>}>
          {entry.carry ? (
            <Trans>Files go last, when everything else has been sent.</Trans>
          ) : entry.attempts === 0 ? (
            trouble && trouble !== 'network' ? (
              <Trans>It has not left this device yet.</Trans>
            ) : (
              <Trans>It is sent as soon as you are back online.</Trans>
            )
          ) : (
            <>
              <Plural value={entry.attempts} one="Tried # time." other="Tried # times." />{' '}
              {entry.nextTry > now() ? <Trans>Next try at {formatTime(entry.nextTry, zone)}.</Trans> : null}
            </>
          )}
        </Note>
        {holder ? <HeldBy entry={holder} /> : null}
        {trouble ? (
          <p>
            <TroubleText trouble={trouble} />
          </p>
        ) : null}
        {entry.carry && (entry.carry.sent > 0 || trouble) ? (
          <>
            <ProgressBar
              label={<Trans>Arrived of the file</Trans>}
              value={(100 * entry.carry.sent) / entry.carry.size}
            />
            <p className="sm dim">
              <Trans>
                {sent} of {size}
              </Trans>
            </p>
          </>
        ) : null}
        <EntryText entry={entry} />
        <EntryActions entry={entry} again={null} />
      </div>
    </Card>
  )
}

/** The change is sent after the one that it depends on. */
function HeldBy({ entry }: { entry: Entry }) {
  return (
    <p>
      {isOfAnotherBuild(entry) ? (
        <Trans>It waits for a change that was made with another version of the app.</Trans>
      ) : (
        <Trans>It waits for another change that needs you.</Trans>
      )}{' '}
      <Link to="/sync" search={{ tab: 'attention', entry: entry.id }}>
        <Trans>Show that change</Trans>
      </Link>
    </p>
  )
}

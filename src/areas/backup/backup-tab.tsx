import { Trans, useLingui } from '@lingui/react/macro'
import { BACKUP_OLD_MS, type BackupLine } from '../../../contract/backup/backup.ts'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Card, KeyValues } from '../../ui/card.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { BACKUP_FAULT_WORDS } from './fault-words.ts'
import { useBackups } from './queries.ts'

/** The state of the backups (decision 0105): the last success, the last attempt, and what has gone wrong since. */
export function BackupTab() {
  const words = useProblemWords()
  const { found, problem, again } = useBackups()
  if (problem) return <LoadError onRetry={again}>{words(problem)}</LoadError>
  if (!found) return <ListSkeleton />
  const [backup, drill] = (['backup', 'drill'] as const).map((kind) => found.last.find((each) => each.kind === kind))
  const failed = found.backups.filter(({ fault }) => fault !== null)
  return (
    <div className="stack">
      <Warning backup={backup} />
      {backup && (
        <Card title={<Trans>Last backup</Trans>}>
          <Figures line={backup} />
        </Card>
      )}
      {drill && (
        <Card title={<Trans>Last restored on trial</Trans>}>
          <Figures line={drill} />
        </Card>
      )}
      {failed.length > 0 && (
        <Card title={<Trans>What failed</Trans>}>
          <Failed lines={failed} />
        </Card>
      )}
    </div>
  )
}

function Warning({ backup }: { backup: BackupLine | undefined }) {
  const { t } = useLingui()
  const now = useMinute()
  if (backup && now - Date.parse(backup.endedAt) < BACKUP_OLD_MS) return null
  return (
    <Note
      tone="failed"
      title={backup ? t`The last backup is older than a day and a half` : t`No backup has been made yet`}
    >
      <p>
        <Trans>Whoever runs the server sets this up: the setting BEDSIDE_BACKUP names the folder for backups.</Trans>
      </p>
    </Note>
  )
}

function Figures({ line: { endedAt, rows, files, bytes } }: { line: BackupLine }) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const language = useLanguage()
  return (
    <KeyValues
      items={[
        { key: t`When`, value: <RelativeTime at={endedAt} zone={zone} /> },
        { key: t({ message: 'Records', context: 'rows of a database' }), value: i18n.number(rows) },
        { key: t`Files`, value: i18n.number(files) },
        { key: t`Size`, value: formatBytes(bytes, language) },
      ]}
    />
  )
}

function Failed({ lines }: { lines: readonly BackupLine[] }) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  return (
    <ul className="stack-2">
      {lines.map(({ endedAt, kind, fault }) => (
        <li key={endedAt}>
          <span>{fault && i18n._(BACKUP_FAULT_WORDS[fault])}</span>{' '}
          <span className="dim sm">
            {kind === 'backup' ? t`Backup` : t`Trial`} · <RelativeTime at={endedAt} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  )
}

import './sync.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BUILD } from '../../../contract/kernel/constants.ts'
import type { Entry } from '../../db/entry.ts'
import { formatBytes, formatDrift, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { buildOf, partsAddress } from '../../screen/build.ts'
import { useDevice } from '../../screen/device.ts'
import { ChangeTag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ConflictView } from './conflict-view.tsx'
import { useEntryWords } from '../../screen/entry-words.ts'
import {
  isOfAnotherBuild,
  useEntries,
  useEntryRecords,
  useEnded,
  useSyncStatus,
  type EntryRecord,
} from '../../screen/queries-waiting.ts'
import { RefusalView } from './refusal-view.tsx'
import { UnknownView } from './unknown-view.tsx'
import { Unreadable } from '../../screen/unreadable.tsx'
import { WaitingView } from './waiting-view.tsx'

const route = getRouteApi('/signed-in/sync')

/**
 * The sync centre: what waits, what needs a decision, what is done, and the state of the connection (SCREENS B32, B33).
 */
export function SyncScreen() {
  const { t } = useLingui()
  const { tab: requestedTab, entry: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const entries = useEntries()
  const records = useEntryRecords(entries)
  const settled = useEnded()
  const parked = entries?.filter((entry) => entry.state === 'parked') ?? []
  const waiting = entries?.filter((entry) => entry.state !== 'parked') ?? []
  // first what needs a decision, then what waits
  const tab = requestedTab ?? (waiting.length && !parked.length ? 'waiting' : 'attention')
  const shown = tab === 'waiting' ? waiting : parked
  const open = shown.find((entry) => entry.id === chosen) ?? shown[0]
  const list = (rows: readonly Entry[], none: React.ReactNode) =>
    entries ? (
      <EntryList
        rows={rows}
        records={records}
        open={open}
        none={none}
        onOpen={(entry) => void navigate({ search: { tab, entry: entry.id }, replace: true })}
      />
    ) : (
      <ListSkeleton rows={3} />
    )
  return (
    <div className="sync-centre">
      <Card flush className="sync-list">
        <Tabs
          label={t`Changes`}
          value={tab}
          onChange={(id) =>
            void navigate({ search: { tab: id === 'waiting' || id === 'done' ? id : 'attention' }, replace: true })
          }
          tabs={[
            {
              id: 'waiting',
              label: <Trans context="change">Waiting</Trans>,
              count: waiting.length,
              content: list(waiting, <Trans>Nothing waits: every change has reached the server.</Trans>),
            },
            {
              id: 'attention',
              label: <Trans>Needs your decision</Trans>,
              count: parked.length,
              content: list(parked, <Trans>Nothing needs a decision.</Trans>),
            },
            { id: 'done', label: <Trans>Done</Trans>, content: <DoneList rows={settled} /> },
          ]}
        />
        <LineFacts />
      </Card>
      <div className="sync-detail">
        {tab === 'done' || !open ? null : isOfAnotherBuild(open) ? (
          <UnknownView key={open.id} entry={open} record={records?.get(open.id)} />
        ) : open.state !== 'parked' ? (
          <WaitingView key={open.id} entry={open} record={records?.get(open.id)} />
        ) : open.problem?.kind === 'conflict' ? (
          <ConflictView key={open.id} entry={open} record={records?.get(open.id)} />
        ) : (
          <RefusalView key={open.id} entry={open} record={records?.get(open.id)} />
        )}
        {tab === 'attention' && entries && !parked.length ? (
          <Empty icon={<CircleCheck />} title={<Trans>Nothing needs a decision</Trans>}>
            <Trans>
              If a change is rejected or conflicts with someone else’s, it waits here until you decide. Nothing is lost.
            </Trans>
          </Empty>
        ) : null}
      </div>
    </div>
  )
}

function EntryList({
  rows,
  records,
  open,
  none,
  onOpen,
}: {
  rows: readonly Entry[]
  records: ReadonlyMap<string, EntryRecord> | undefined
  open: Entry | undefined
  none: React.ReactNode
  onOpen: (entry: Entry) => void
}) {
  const words = useEntryWords()
  const { zone } = useDevice()
  if (!rows.length) return <p className="sync-none dim">{none}</p>
  return (
    <ul>
      {rows.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            className="sync-entry"
            aria-current={entry === open || undefined}
            onClick={() => onOpen(entry)}
          >
            <b>{words.title(entry)}</b>
            <span className="sm dim">{words.about(records?.get(entry.id))}</span>
            <span className="row wrap">
              <ChangeTag
                state={
                  entry.state !== 'parked' ? 'pending' : entry.problem?.kind === 'conflict' ? 'conflict' : 'failed'
                }
              />
              <span className="xs dim">
                <Trans>made at {formatTime(entry.madeAt, zone)}</Trans>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function DoneList({ rows }: { rows: ReturnType<typeof useEnded> }) {
  const words = useEntryWords()
  const { zone } = useDevice()
  const records = useEntryRecords(rows?.map((row) => row.entry))
  if (!rows) return <ListSkeleton rows={3} />
  if (!rows.length)
    return (
      <p className="sync-none dim">
        <Trans>Nothing has been sent from this device yet.</Trans>
      </p>
    )
  return (
    <ul>
      {rows.map(({ entry, end, at }) => (
        <li key={entry.id} className="sync-entry">
          <b>{words.title(entry)}</b>
          <span className="sm dim">{words.about(records?.get(entry.id))}</span>
          <span className="xs dim">
            {end === 'sent' ? (
              <Trans>Saved at {formatTime(at, zone)}</Trans>
            ) : (
              <Trans>Discarded by you at {formatTime(at, zone)}</Trans>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** When the device last sent and last fetched, how far its clock is off, and the version of the app. */
function LineFacts() {
  const { zone, kick, session } = useDevice()
  const language = useLanguage()
  const status = useSyncStatus()
  const used = useStorageUsed()
  if (!status) return null
  const none = <Trans>not yet</Trans>
  const off = Math.round(Math.abs(session.offset) / 60_000)
  return (
    <div className="sync-facts xs dim">
      <span>
        <Trans>Last sent</Trans>: {status.sentAt ? formatTime(status.sentAt, zone) : none} · <Trans>last fetched</Trans>
        : {status.pulledAt ? formatTime(status.pulledAt, zone) : none}
      </span>
      <Unreadable status={status} />
      {off >= 5 ? (
        <span className="danger-text">
          <Trans>
            This device’s clock is off by {formatDrift(off, language)}. Recorded times are corrected by the server’s
            clock.
          </Trans>
        </span>
      ) : null}
      {used !== null && (
        <span>
          <Trans>Storage used here: {formatBytes(used, language)}</Trans>
        </span>
      )}
      <span>
        <Trans>
          Version {BUILD}, build {buildOf(partsAddress())}
        </Trans>
      </span>
      <Button small onClick={kick}>
        <Trans>Sync now</Trans>
      </Button>
    </div>
  )
}

/** How much of the device this host's data takes, bytes, as the browser estimates it; null if it does not say. */
function useStorageUsed(): number | null {
  const [used, setUsed] = useState<number | null>(null)
  useEffect(() => {
    let gone = false
    void navigator.storage?.estimate?.().then(({ usage }) => !gone && setUsed(usage ?? null))
    return () => void (gone = true)
  }, [])
  return used
}

import './audit.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { callNames, isCallName, rowOf } from '../../../contract/calls.ts'
import { addDays, instantOf, todayIn } from '../../../contract/kernel/time.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { saveFile } from '../../screen/save-file.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { AuditSearch } from '../../screen/search.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { EmptyByFilter, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { auditCsv } from './audit-csv.ts'
import { AuditLines } from './audit-lines.tsx'
import { TABLE_WORDS } from './action-words.ts'
import { fetchAllLines, useAuditLines, type AuditFilter } from './queries.ts'
import { useLineWords } from './use-line-words.ts'

const route = getRouteApi('/signed-in/audit')
/** SCREENS B0: an export covers the filtered set, 5,000 rows at most. */
const MOST_EXPORTED = 5000

/** /audit [+]: who did what, for the superadmin; a clinic's users read their own clinic's lines (rules 47, 57). Online only. */
export function AuditScreen() {
  const { t } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(search, zone)
  const { lines, at, problem, asking, more, again } = useAuditLines(filter)
  const set = (patch: Partial<AuditSearch>) => void navigate({ search: { ...search, ...patch }, replace: true })
  const clear = () => void navigate({ search: {}, replace: true })
  const filtered = Object.values(search).some((each) => each !== undefined)
  return (
    <>
      <Filters search={search} set={set} name={lines?.[0]} />
      {problem && lines && <LoadError onRetry={again}>{words(problem)}</LoadError>}
      {!lines ? (
        !problem ? (
          <ListSkeleton />
        ) : problem.kind === 'unreachable' ? (
          <NotOnDevice action={<Button onClick={again}>{t`Try again`}</Button>}>
            <Trans>The log is never kept on a device. Go online to see it.</Trans>
          </NotOnDevice>
        ) : (
          <LoadError onRetry={again}>{words(problem)}</LoadError>
        )
      ) : (
        <Card
          flush
          title={<Trans>Audit log</Trans>}
          aside={
            <span className="row">
              <FreshLine at={at} zone={zone} offline={offline} refreshing={asking} onRefresh={again} />
              <Export filter={filter} offline={offline} />
            </span>
          }
        >
          {lines.length ? <AuditLines lines={lines} /> : filtered ? <EmptyByFilter onClear={clear} /> : <Nothing />}
          {more && (
            <div className="audit-more">
              <Button onClick={more}>
                <Trans>Show older lines</Trans>
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  )
}

function Filters({
  search,
  set,
  name,
}: {
  search: AuditSearch
  set: (patch: Partial<AuditSearch>) => void
  /** A line that passed the filters, which has the names for the ids. */
  name: Parameters<ReturnType<typeof useLineWords>['who']>[0] | undefined
}) {
  const { t, i18n } = useLingui()
  const words = useLineWords()
  const { zone, now } = useDevice()
  const today = todayIn(zone, now())
  const { compare } = nameCollator(useLanguage())
  const byLabel = (a: { readonly label: string }, b: { readonly label: string }) => compare(a.label, b.label)
  const actions = callNames
    .filter((call) => rowOf(call).writes ?? rowOf(call).audits)
    .map((action) => ({ action, label: words.action({ action }) }))
    .toSorted(byLabel)
  const tables = Object.entries(TABLE_WORDS)
    .map(([table, label]) => ({ table, label: label ? i18n._(label) : table }))
    .toSorted(byLabel)
  const who = name && search.actor === name.actorId ? words.who(name) : t`one person`
  const what = name && search.record === name.recordId ? words.record(name) : t`one record`
  return (
    <div className="audit-filters no-print">
      <Field label={t`What was done`}>
        <NativeSelect
          value={search.action ?? ''}
          onChange={(event) => set({ action: isCallName(event.target.value) ? event.target.value : undefined })}
        >
          <option value="">{t`Everything`}</option>
          {actions.map(({ action, label }) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label={t({ message: 'Record', context: 'audit' })}>
        <NativeSelect value={search.table ?? ''} onChange={(event) => set({ table: event.target.value || undefined })}>
          <option value="">{t({ message: 'All kinds', context: 'record' })}</option>
          {tables.map(({ table, label }) => (
            <option key={table} value={table}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label={t`From`}>
        <DatePicker today={today} value={search.from ?? null} onChange={(from) => set({ from: from ?? undefined })} />
      </Field>
      <Field label={t`Until`}>
        <DatePicker today={today} value={search.to ?? null} onChange={(to) => set({ to: to ?? undefined })} />
      </Field>
      {search.actor && (
        <RemovableChip name={who} onRemove={() => set({ actor: undefined })}>
          <Trans>By {who}</Trans>
        </RemovableChip>
      )}
      {search.record && (
        <RemovableChip name={what} onRemove={() => set({ record: undefined })}>
          {what}
        </RemovableChip>
      )}
    </div>
  )
}

function Export({ filter, offline }: { filter: AuditFilter; offline: boolean }) {
  const { t } = useLingui()
  const { now } = useDevice()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const lines = await fetchAllLines(filter, MOST_EXPORTED)
    setBusy(false)
    if (!lines) return showToast({ kind: 'failed', title: t`The log could not be read to its end` })
    const day = new Date(now()).toISOString().slice(0, 10)
    saveFile(`audit-${day}.csv`, 'text/csv;charset=utf-8', auditCsv(lines))
    if (lines.length === MOST_EXPORTED) showToast({ title: t`The newest ${MOST_EXPORTED} lines are in the file` })
  }
  return (
    <Button
      small
      aria-busy={busy || undefined}
      whyDisabled={offline ? t`You need to be online to see the audit log.` : null}
      showWhy={false}
      onClick={() => void (busy || save())}
    >
      <Download aria-hidden="true" />
      {busy ? <Trans>One moment…</Trans> : <Trans>Export as CSV</Trans>}
    </Button>
  )
}

function Nothing() {
  return (
    <div className="empty">
      <History />
      <h2>
        <Trans>No entries yet</Trans>
      </h2>
    </div>
  )
}

function filterOf({ actor, action, table, record, from, to }: AuditSearch, zone: string): AuditFilter {
  const at = (date: number) => new Date(instantOf({ date, time: 0 }, zone) ?? 0).toISOString()
  return {
    ...(actor && { actorId: actor }),
    ...(action && { act: action }),
    ...(table && { table }),
    ...(record && { recordId: record }),
    ...(from && { from: at(from) }),
    // the last day is included
    ...(to && { to: at(addDays(to, 1)) }),
  }
}

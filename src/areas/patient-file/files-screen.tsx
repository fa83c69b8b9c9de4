import './file.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { usePatientVisits } from '../patient/queries-kept.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { FILE_DAYS, type FileSearch } from '../../screen/search.ts'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { FileAdd } from './file-add.tsx'
import { FileList } from './file-list.tsx'
import { useFiles } from './queries.ts'

const route = getRouteApi('/signed-in/patient/files')

/**
 * /patient/files (patient, SCREENS B9): results and pictures, one's own and the doctors'; files can be added without a
 * connection.
 */
export function FilesScreen() {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const files = useFiles(person.id)
  const visits = usePatientVisits(person.id)?.visits ?? []
  if (!files) return <ListSkeleton />
  const set = (patch: FileSearch) =>
    void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false })
  const since = search.days && new Date(now() - search.days * 86_400_000).toISOString()
  const shown = files.filter(
    ({ type, authorId, createdAt }) =>
      (!search.kind || (type === 'application/pdf') === (search.kind === 'pdf')) &&
      (!search.by || (authorId === person.id) === (search.by === 'me')) &&
      (!since || createdAt >= since),
  )
  const days = { 30: t`Last 30 days`, 365: t`Last 12 months` }
  return (
    <div className="stack">
      <Card title={<Trans>Add a file</Trans>}>
        <FileAdd patientId={person.id} visits={visits} />
      </Card>
      {files.length > 0 && (
        <Chips label={t`Filters`}>
          <FilterChip
            on={!search.by && !search.kind && !search.days}
            onToggle={() => set({ by: undefined, kind: undefined, days: undefined })}
          >
            <Trans>All</Trans>
          </FilterChip>
          <FilterChip on={search.by === 'me'} onToggle={() => set({ by: search.by === 'me' ? undefined : 'me' })}>
            <Trans>Added by me</Trans>
          </FilterChip>
          <FilterChip
            on={search.by === 'others'}
            onToggle={() => set({ by: search.by === 'others' ? undefined : 'others' })}
          >
            <Trans>From the clinic</Trans>
          </FilterChip>
          <ChipMenu
            single
            label={t({ message: 'Type', context: 'file' })}
            options={[
              { value: 'image', label: t`Pictures` },
              { value: 'pdf', label: t`PDF` },
            ]}
            values={search.kind ? [search.kind] : []}
            onChange={([value]) => set({ kind: value === 'image' || value === 'pdf' ? value : undefined })}
          />
          <ChipMenu
            single
            label={t`Days`}
            options={FILE_DAYS.map((value) => ({ value: String(value), label: days[value] }))}
            values={search.days ? [String(search.days)] : []}
            onChange={([value]) => set({ days: FILE_DAYS.find((each) => String(each) === value) })}
          />
        </Chips>
      )}
      <Card flush title={<Trans>Files</Trans>} count={files.length || null} aside={<Freshness />}>
        {shown.length > 0 ? (
          <FileList label={t`Files`} files={shown} visits={visits} />
        ) : files.length > 0 ? (
          <EmptyByFilter onClear={() => set({ by: undefined, kind: undefined, days: undefined })}>
            <Trans>There are {files.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty icon={<FolderOpen className="icon-lg" />} title={<Trans>No files yet</Trans>}>
              <Trans>Add results or pictures your doctor asked for.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
    </div>
  )
}

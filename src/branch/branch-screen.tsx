import '../catalog/catalog.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Layers, Pencil, Plus, Trash2, Video } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { foldText, matchesQuery } from '../../contract/fold.rules.ts'
import { missingIn } from '../catalog/names.ts'
import { useUse } from '../catalog/queries.ts'
import { WordFilters } from '../catalog/word-filters.tsx'
import { useBranches } from '../doctor/queries.ts'
import { nameCollator } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { pickText } from '../i18n/multilingual.ts'
import { useDevice } from '../shell/device.tsx'
import { Freshness, OfflineBar } from '../shell/freshness.tsx'
import { changeOf, RecordChange } from '../shell/change-tag.tsx'
import { useListAddress } from '../shell/list-address.ts'
import { NeverFilled } from '../shell/never-filled.tsx'
import { pageOf } from '../shell/page-of.ts'
import { WordsSearch } from '../shell/search.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LangDots } from '../ui/lang-dots.tsx'
import { Pager } from '../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { EditBranchDialog, NewBranchDialog } from './branch-dialog.tsx'
import { removeBranch } from './commands.ts'

type ShownBranch = NonNullable<ReturnType<typeof useBranches>> extends ReadonlyMap<string, infer B> ? B : never
type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly branch: ShownBranch }

/** /branch (SCREENS B5): the specialties, whether they may call online, and how many doctors have each. */
export function BranchScreen() {
  const { t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const branches = useBranches()
  const use = useUse('branch')
  const { search, set } = useListAddress('branch', WordsSearch)
  const [open, setOpen] = useState<Open | null>(null)
  const typed = useDeferredValue(search.q ?? '')
  if (!branches || !use) return <ListSkeleton />

  const all = [...branches.values()]
  const nameOf = (branch: ShownBranch) => pickText(branch.name, language)?.value ?? t`without a name`
  const usedBy = (branch: ShownBranch) => use.get(branch.id) ?? 0
  const isTaken = (name: ShownBranch['name'], except?: string) =>
    all.some(
      (branch) =>
        branch.id !== except &&
        branch.name.some((has) =>
          name.some((wants) => wants.lang === has.lang && foldText(wants.value) === foldText(has.value)),
        ),
    )
  const sort = search.sort ?? 'name'
  const by = (a: ShownBranch, b: ShownBranch) =>
    (sort.endsWith('used') && usedBy(a) - usedBy(b)) || nameCollator(language).compare(nameOf(a), nameOf(b))
  const shown = all
    .filter(
      (branch) =>
        (typed.trim() === '' || branch.name.some(({ value }) => matchesQuery(value, typed))) &&
        (search.online === undefined || branch.onlineCalls === search.online) &&
        (!search.missing || missingIn(branch.name).includes(search.missing)),
    )
    .toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
  const size = search.size ?? 20
  const { page, pages, rows } = pageOf(shown, { page: search.page ?? 1, size })
  const clear = () => set({ q: undefined, missing: undefined, online: undefined })
  const add = (look: 'primary' | 'default') => (
    <Button look={look} onClick={() => setOpen({ kind: 'new' })}>
      <Plus />
      <Trans>New branch</Trans>
    </Button>
  )

  return (
    <div className="words-page">
      <OfflineBar />
      <div className="row">
        <span className="grow" />
        {add('primary')}
      </div>
      <Card
        flush
        title={<Trans>Branches</Trans>}
        count={<Plural value={shown.length} one="# entry" other="# entries" />}
        aside={<Freshness />}
      >
        {all.length > 0 && (
          <WordFilters label={t`Search branches`} search={search} set={set} onClear={clear} withOnline />
        )}
        {shown.length === 0 ? (
          all.length > 0 ? (
            <EmptyByFilter onClear={clear}>
              <Trans>Without filters the list holds {all.length}.</Trans>
            </EmptyByFilter>
          ) : (
            <NeverFilled>
              <Empty
                icon={<Layers className="icon-lg" />}
                title={<Trans>No branches yet</Trans>}
                action={add('default')}
              >
                <Trans>Doctors are found by their branch. Add the first one.</Trans>
              </Empty>
            </NeverFilled>
          )
        ) : (
          <>
            <Table
              label={t`Branches`}
              rows={rows}
              keyOf={(branch) => branch.id}
              sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
              onSort={
                ({ column, descending }) =>
                  set({ sort: `${descending ? '-' : ''}${column}` as NonNullable<typeof search.sort> }) // columns that sort are those of the schema
              }
              markOf={changeOf}
              tagOf={(branch) => <RecordChange of={branch} />}
              columns={[
                {
                  id: 'name',
                  head: <Trans>Branch</Trans>,
                  sorts: true,
                  card: 'title',
                  cell: (branch) => (
                    <span className="word-name">
                      <b lang={pickText(branch.name, language)?.lang}>{nameOf(branch)}</b>
                      <LangDots label={nameOf(branch)} value={branch.name} />
                    </span>
                  ),
                },
                {
                  id: 'online',
                  head: <Trans>Online calls</Trans>,
                  card: 'detail',
                  cell: (branch) =>
                    branch.onlineCalls ? (
                      <span className="row">
                        <Video size={16} aria-hidden="true" /> <Trans>with online calls</Trans>
                      </span>
                    ) : (
                      <span className="dim">
                        <Trans>without online calls</Trans>
                      </span>
                    ),
                },
                {
                  id: 'used',
                  head: <Trans>Doctors</Trans>,
                  sorts: true,
                  card: 'time',
                  cell: (branch) => <Plural value={usedBy(branch)} _0="no doctors" one="# doctor" other="# doctors" />,
                },
              ]}
              menuOf={(branch) => ({
                name: nameOf(branch),
                items: [
                  {
                    id: 'edit',
                    label: <Trans>Edit</Trans>,
                    icon: <Pencil />,
                    onSelect: () => setOpen({ kind: 'edit', branch }),
                  },
                  {
                    id: 'delete',
                    label: <Trans>Delete</Trans>,
                    icon: <Trash2 />,
                    danger: true,
                    whyDisabled: usedBy(branch) > 0 ? t`Doctors have this branch. Give them another one first.` : null,
                    onSelect: () => setOpen({ kind: 'delete', branch }),
                  },
                ],
              })}
            />
            <Pager
              page={page}
              pages={pages}
              shown={rows.length}
              total={shown.length}
              size={size}
              onPage={(next) => set({ page: next })}
              onSize={(chosen) => set({ size: chosen })}
            />
          </>
        )}
      </Card>
      {open?.kind === 'new' && <NewBranchDialog isTaken={isTaken} onClose={() => setOpen(null)} />}
      {open?.kind === 'edit' && (
        <EditBranchDialog branch={open.branch} isTaken={isTaken} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(next) => !next && setOpen(null)}
          title={<Trans>Delete “{nameOf(open.branch)}”?</Trans>}
          keep={<Trans>Keep it</Trans>}
          act={<Trans>Delete</Trans>}
          onConfirm={() => removeBranch(device, open.branch.id)}
        >
          <Trans>No doctor has it. This cannot be undone.</Trans>
        </ConfirmDialog>
      )}
    </div>
  )
}

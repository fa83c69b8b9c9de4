import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Layers, Pencil, Plus, Trash2, Video } from 'lucide-react'
import { useState } from 'react'
import { useUse } from '../catalog/queries.ts'
import { isTakenIn, useWordName, WordList } from '../catalog/word-list.tsx'
import { useBranches } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { WordsSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { EditBranchDialog, NewBranchDialog } from './branch-dialog.tsx'
import { removeBranch } from './commands.ts'

type ShownBranch = NonNullable<ReturnType<typeof useBranches>> extends ReadonlyMap<string, infer B> ? B : never
type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete'; readonly branch: ShownBranch }

/** /branch (SCREENS B5): the specialties, whether they allow online visits, and how many doctors have each. */
export function BranchScreen() {
  const { t } = useLingui()
  const device = useDevice()
  const branches = useBranches()
  const use = useUse('branch')
  const { search, set } = useListAddress('branch', WordsSearch)
  const [open, setOpen] = useState<Open | null>(null)
  const nameOf = useWordName()
  if (!branches || !use) return <ListSkeleton />

  const all = [...branches.values()]
  const usedBy = (branch: ShownBranch) => use.get(branch.id) ?? 0
  const isTaken = isTakenIn(all)
  const add = (look: 'primary' | 'default') => (
    <Button look={look} onClick={() => setOpen({ kind: 'new' })}>
      <Plus />
      <Trans>New specialty</Trans>
    </Button>
  )

  return (
    <div className="words-page">
      <OfflineBar />
      <div className="row">
        <span className="grow" />
        {add('primary')}
      </div>
      <WordList
        title={t`Specialties`}
        head={t`Specialty`}
        searching={t`Search specialties`}
        words={all}
        search={search}
        set={set}
        size={20}
        passes={(branch) => search.online === undefined || branch.onlineCalls === search.online}
        compare={(column, a, b) => (column === 'used' ? usedBy(a) - usedBy(b) : 0)}
        filters={{ withOnline: true }}
        columns={[
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
        itemsOf={(branch) => [
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
            whyDisabled: usedBy(branch) > 0 ? t`Some doctors have this specialty. Give them another one first.` : null,
            onSelect: () => setOpen({ kind: 'delete', branch }),
          },
        ]}
        none={
          <Empty
            icon={<Layers className="icon-lg" />}
            title={<Trans>No specialties yet</Trans>}
            action={add('default')}
          >
            <Trans>Patients find doctors by specialty. Add the first one.</Trans>
          </Empty>
        }
      />
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

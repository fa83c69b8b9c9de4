import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { ClipboardPaste, ListPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CATALOGS, type CatalogName } from '../../../contract/catalog/catalog.ts'
import { NAMED_LIST_PAGE } from '../../../contract/kernel/constants.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { useListAddress } from '../../screen/list-address.ts'
import { WordsSearch } from '../../screen/search.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { CATALOG_WORDS } from './catalog-words.ts'
import { addWord, editWord, removeWord } from './commands.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { useUse, useWords, type ShownWord } from './queries.ts'
import { WordAdd } from './word-add.tsx'
import { WordDialog } from './word-dialog.tsx'
import { isTakenIn, useWordName, WordList } from './word-list.tsx'

/** /symptom, /disease, /treatment: one screen for three lists of words (SCREENS B12); the address says which. */
export function CatalogScreen() {
  const { pathname } = useLocation()
  const table = CATALOGS.find((each) => pathname.startsWith(`/${each}`)) ?? 'symptom'
  return <Words key={table} table={table} />
}

type Open = { readonly kind: 'paste' } | { readonly kind: 'edit' | 'delete'; readonly word: ShownWord }

function Words({ table }: { table: CatalogName }) {
  const { i18n, t } = useLingui()
  const device = useDevice()
  const words = useWords(table)
  const use = useUse(table)
  const { search, set } = useListAddress(table, WordsSearch)
  const [open, setOpen] = useState<Open | null>(null)
  const nameOf = useWordName()
  const say = CATALOG_WORDS[table]
  if (!words || !use) return <ListSkeleton />

  const usedBy = (word: ShownWord) => use.get(word.id) ?? 0
  const isTaken = isTakenIn(words)

  return (
    <div className="words-page">
      <OfflineBar />
      <div className="words-add">
        <div className="grow">
          <WordAdd
            label={i18n._(say.adding)}
            placeholder={i18n._(say.placeholder)}
            isTaken={isTaken}
            onAdd={(name) => addWord(device, table, name)}
          />
        </div>
        <Button onClick={() => setOpen({ kind: 'paste' })}>
          <ClipboardPaste />
          <Trans>Paste a list</Trans>
        </Button>
      </div>
      <WordList
        title={i18n._(say.title)}
        head={i18n._(say.name)}
        searching={i18n._(say.search)}
        words={words}
        search={search}
        set={set}
        size={NAMED_LIST_PAGE}
        passes={(word) => !search.use || usedBy(word) > 0 === (search.use === 'used')}
        compare={(column, a, b) =>
          column === 'used' ? usedBy(a) - usedBy(b) : column === 'created' ? a.createdAt.localeCompare(b.createdAt) : 0
        }
        filters={{ withUse: table !== 'symptom' }}
        columns={[
          ...(table === 'symptom'
            ? []
            : [
                {
                  id: 'used',
                  head: <Trans>On doctors’ profiles</Trans>,
                  sorts: true,
                  card: 'time' as const,
                  cell: (word: ShownWord) => (
                    <Plural value={usedBy(word)} _0="no doctors" one="# doctor" other="# doctors" />
                  ),
                },
              ]),
          {
            id: 'created',
            head: <Trans>Added on</Trans>,
            sorts: true,
            priority: 3,
            cell: (word) => <span className="dim">{formatDate(word.createdAt, device.zone)}</span>,
          },
        ]}
        itemsOf={(word) => [
          {
            id: 'edit',
            label: <Trans>Edit</Trans>,
            icon: <Pencil />,
            onSelect: () => setOpen({ kind: 'edit', word }),
          },
          {
            id: 'delete',
            label: <Trans>Delete</Trans>,
            icon: <Trash2 />,
            danger: true,
            onSelect: () => setOpen({ kind: 'delete', word }),
          },
        ]}
        none={
          <Empty
            icon={<ListPlus className="icon-lg" />}
            title={i18n._(say.none)}
            action={
              <Button onClick={() => setOpen({ kind: 'paste' })}>
                <ClipboardPaste />
                <Trans>Paste a list</Trans>
              </Button>
            }
          >
            <Trans>Add the first one above, or paste a whole list.</Trans>
          </Empty>
        }
      />
      {open?.kind === 'paste' && (
        <PasteDialog known={words} onAdd={(name) => addWord(device, table, name)} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'edit' && (
        <WordDialog
          title={i18n._(say.editing)}
          label={i18n._(say.name)}
          max={200}
          name={open.word.name}
          isTaken={(name) => isTaken(name, open.word.id)}
          onSave={(name) => editWord(device, table, open.word.id, name)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          name={nameOf(open.word)}
          doctors={usedBy(open.word)}
          onClose={() => setOpen(null)}
          onDelete={async () => {
            await removeWord(device, table, open.word.id, usedBy(open.word) > 0)
            showToast({ kind: 'on-device', title: t`“${nameOf(open.word)}” is deleted` })
          }}
        />
      )}
    </div>
  )
}

function DeleteDialog({
  name,
  doctors,
  onDelete,
  onClose,
}: {
  name: string
  doctors: number
  onDelete: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Delete “{name}”?</Trans>}
      keep={<Trans>Keep it</Trans>}
      act={
        doctors > 0 ? (
          <Plural value={doctors} one="Delete, and remove from # doctor" other="Delete, and remove from # doctors" />
        ) : (
          <Trans>Delete</Trans>
        )
      }
      onConfirm={onDelete}
    >
      {doctors > 0 ? (
        <Plural
          value={doctors}
          one="It is on # doctor’s profile and will be removed. You cannot undo this."
          other="It is on # doctors’ profiles and will be removed. You cannot undo this."
        />
      ) : (
        <Trans>It is not on any doctor’s profile. You cannot undo this.</Trans>
      )}
    </ConfirmDialog>
  )
}

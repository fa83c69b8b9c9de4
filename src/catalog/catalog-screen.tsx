import './catalog.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { ClipboardPaste, ListPlus, Pencil, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { CATALOGS, type CatalogName } from '../../contract/catalog.ts'
import { NAMED_LIST_PAGE } from '../../contract/constants.ts'
import { foldText, matchesQuery } from '../../contract/fold.rules.ts'
import { formatDate, nameCollator } from '../i18n/format.ts'
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
import { showToast } from '../ui/toast.tsx'
import { CATALOG_WORDS } from './catalog-words.ts'
import { addWord, editWord, removeWord } from './commands.ts'
import { missingIn } from './names.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { useUse, useWords, type ShownWord } from './queries.ts'
import { WordAdd } from './word-add.tsx'
import { WordDialog } from './word-dialog.tsx'
import { WordFilters } from './word-filters.tsx'

/** /symptom, /disease, /treatment: one list of words under three names (SCREENS B12). Which one, the address says. */
export function CatalogScreen() {
  const { pathname } = useLocation()
  const table = CATALOGS.find((each) => pathname.startsWith(`/${each}`)) ?? 'symptom'
  return <Words key={table} table={table} />
}

type Open = { readonly kind: 'paste' } | { readonly kind: 'edit' | 'delete'; readonly word: ShownWord }

function Words({ table }: { table: CatalogName }) {
  const { i18n, t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const words = useWords(table)
  const use = useUse(table)
  const { search, set } = useListAddress(table, WordsSearch)
  const [open, setOpen] = useState<Open | null>(null)
  const typed = useDeferredValue(search.q ?? '')
  const say = CATALOG_WORDS[table]
  if (!words || !use) return <ListSkeleton />

  const nameOf = (word: ShownWord) => pickText(word.name, language)?.value ?? t`without a name`
  const usedBy = (word: ShownWord) => use.get(word.id) ?? 0
  const isTaken = (name: ShownWord['name'], except?: string) =>
    words.some(
      (word) =>
        word.id !== except &&
        word.name.some((has) =>
          name.some((wants) => wants.lang === has.lang && foldText(wants.value) === foldText(has.value)),
        ),
    )
  const sort = search.sort ?? 'name'
  const by = (a: ShownWord, b: ShownWord) =>
    (sort.endsWith('used') && usedBy(a) - usedBy(b)) ||
    (sort.endsWith('created') && a.createdAt.localeCompare(b.createdAt)) ||
    nameCollator(language).compare(nameOf(a), nameOf(b))
  const shown = words
    .filter(
      (word) =>
        (typed.trim() === '' || word.name.some(({ value }) => matchesQuery(value, typed))) &&
        (!search.missing || missingIn(word.name).includes(search.missing)) &&
        (!search.use || usedBy(word) > 0 === (search.use === 'used')),
    )
    .toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
  const size = search.size ?? NAMED_LIST_PAGE
  const { page, pages, rows } = pageOf(shown, { page: search.page ?? 1, size })
  const clear = () => set({ q: undefined, missing: undefined, use: undefined })

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
      <Card
        flush
        title={i18n._(say.title)}
        count={<Plural value={shown.length} one="# entry" other="# entries" />}
        aside={<Freshness />}
      >
        {words.length > 0 && (
          <WordFilters
            label={i18n._(say.search)}
            search={search}
            set={set}
            onClear={clear}
            withUse={table !== 'symptom'}
          />
        )}
        {shown.length === 0 ? (
          words.length > 0 ? (
            <EmptyByFilter onClear={clear}>
              <Trans>Without filters the list holds {words.length}.</Trans>
            </EmptyByFilter>
          ) : (
            <NeverFilled>
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
            </NeverFilled>
          )
        ) : (
          <>
            <Table
              label={i18n._(say.title)}
              rows={rows}
              keyOf={(word) => word.id}
              sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
              onSort={
                ({ column, descending }) =>
                  set({ sort: `${descending ? '-' : ''}${column}` as NonNullable<typeof search.sort> }) // columns that sort are those of the schema
              }
              markOf={changeOf}
              tagOf={(word) => <RecordChange of={word} />}
              columns={[
                {
                  id: 'name',
                  head: i18n._(say.name),
                  sorts: true,
                  card: 'title',
                  cell: (word) => (
                    <span className="word-name">
                      <b lang={pickText(word.name, language)?.lang}>{nameOf(word)}</b>
                      <LangDots label={nameOf(word)} value={word.name} />
                    </span>
                  ),
                },
                ...(table === 'symptom'
                  ? []
                  : [
                      {
                        id: 'used',
                        head: <Trans>On doctors’ cards</Trans>,
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
                  ...(table === 'symptom' && { card: 'time' as const }),
                  cell: (word) => <span className="dim">{formatDate(word.createdAt, device.zone)}</span>,
                },
              ]}
              menuOf={(word) => ({
                name: nameOf(word),
                items: [
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
          one="It stands on the card of # doctor and is taken off it. This cannot be undone."
          other="It stands on the cards of # doctors and is taken off them. This cannot be undone."
        />
      ) : (
        <Trans>It stands on no doctor’s card. This cannot be undone.</Trans>
      )}
    </ConfirmDialog>
  )
}

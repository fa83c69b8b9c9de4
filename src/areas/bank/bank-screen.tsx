import './bank.css'
import '../catalog/catalog.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CirclePause, Landmark, Pencil, Plus, Trash2, WalletCards } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupIban } from '../../../contract/bank/bank.rules.ts'
import type { Bank } from '../../../contract/bank/bank.ts'
import { useBanks } from './queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { VisitBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { BankForm } from './bank-form.tsx'
import { countUse, deleteBank, updateBank } from './commands.ts'

type Open = { readonly kind: 'new' } | { readonly kind: 'edit' | 'delete' | 'passive' | 'active'; readonly bank: Bank }

/**
 * /bank (admin, SCREENS B21): the accounts that transfers go to. Read from the device, changed only with a connection.
 */
export function BankScreen() {
  const { t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const banks = useBanks()
  const use = useAnswer(countUse, (banks ?? []).map(({ id, version }) => `${id} ${version}`).join())
  const [open, setOpen] = useState<Open | null>(null)
  if (!banks) return <ListSkeleton />
  const away = offline ? t`You need to be online to change accounts.` : null
  const rows = banks.toSorted((a, b) => nameCollator(language).compare(nameOf(a), nameOf(b)))
  const usedBy = (id: string) => use.value?.banks.find((bank) => bank.id === id)?.usedBy
  const add = (look: 'primary' | 'default') => (
    <Button look={look} whyDisabled={away} showWhy={false} onClick={() => setOpen({ kind: 'new' })}>
      <Plus />
      <Trans>New account</Trans>
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
        title={<Trans>Bank transfer info</Trans>}
        count={<Plural value={rows.length} one="# account" other="# accounts" />}
        aside={<Freshness />}
      >
        {rows.length === 0 ? (
          <NeverFilled>
            <Empty
              icon={<Landmark className="icon-lg" />}
              title={<Trans>No accounts yet</Trans>}
              action={add('default')}
            >
              <Trans>Patients can pay by bank transfer once there is an account in their clinic’s currency.</Trans>
            </Empty>
          </NeverFilled>
        ) : (
          <Table
            label={t`Bank transfer info`}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'bank',
                head: <Trans>Bank</Trans>,
                card: 'title',
                cell: (bank) => (
                  <span className="two-lines">
                    <span>{bank.name}</span>
                    <span>{bank.branch}</span>
                  </span>
                ),
              },
              {
                id: 'iban',
                head: 'IBAN',
                card: 'detail',
                cell: (bank) => (
                  <span className="row iban">
                    <span>{groupIban(bank.iban)}</span>
                    <CopyButton value={bank.iban} label={t`Copy the IBAN of ${nameOf(bank)}`} />
                  </span>
                ),
              },
              {
                id: 'currency',
                head: <Trans>Currency</Trans>,
                card: 'time',
                cell: ({ currency }) => currency.toUpperCase(),
              },
              {
                id: 'used',
                head: <Trans>Payments</Trans>,
                end: true,
                priority: 2,
                cell: ({ id }) => usedBy(id) ?? <span className="dim">–</span>,
              },
              {
                id: 'status',
                head: <Trans>Status</Trans>,
                card: 'status',
                cell: ({ active }) =>
                  active ? (
                    <VisitBadge state="completed">
                      <Trans context="account">Active</Trans>
                    </VisitBadge>
                  ) : (
                    <VisitBadge state="cancelled">
                      <Trans context="account">Inactive</Trans>
                    </VisitBadge>
                  ),
              },
            ]}
            menuOf={(bank) => ({
              name: nameOf(bank),
              items: [
                {
                  id: 'edit',
                  label: <Trans>Edit</Trans>,
                  icon: <Pencil />,
                  whyDisabled: away,
                  onSelect: () => setOpen({ kind: 'edit', bank }),
                },
                {
                  id: 'payments',
                  label: <Trans>Its payments</Trans>,
                  icon: <WalletCards />,
                  onSelect: () => void navigate({ to: '/payment', search: { bank: bank.id, preset: 'all' } }),
                },
                bank.active
                  ? {
                      id: 'passive',
                      label: <Trans>Make inactive</Trans>,
                      icon: <CirclePause />,
                      whyDisabled: away,
                      onSelect: () => setOpen({ kind: 'passive', bank }),
                    }
                  : {
                      id: 'active',
                      label: <Trans>Make active</Trans>,
                      icon: <CircleCheck />,
                      whyDisabled: away,
                      onSelect: () => setOpen({ kind: 'active', bank }),
                    },
                {
                  id: 'delete',
                  label: <Trans>Delete</Trans>,
                  icon: <Trash2 />,
                  danger: true,
                  whyDisabled: away,
                  onSelect: () => setOpen({ kind: 'delete', bank }),
                },
              ],
            })}
          />
        )}
      </Card>
      {open?.kind === 'new' && <BankForm bank={null} onClose={() => setOpen(null)} />}
      {open?.kind === 'edit' && <BankForm bank={open.bank} onClose={() => setOpen(null)} />}
      {open && open.kind !== 'new' && open.kind !== 'edit' && (
        <BankQuestion kind={open.kind} bank={open.bank} device={device} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

function BankQuestion({
  kind,
  bank,
  device,
  onClose,
}: {
  kind: 'delete' | 'passive' | 'active'
  bank: Bank
  device: ReturnType<typeof useDevice>
  onClose: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const name = nameOf(bank)
  async function run() {
    const outcome =
      kind === 'delete'
        ? await deleteBank(device, bank.id)
        : await updateBank(device, bank.version, { id: bank.id, active: kind === 'active' })
    if (outcome.kind === 'done') return showToast({ kind: 'saved', title: DONE[kind] })
    const inUse = outcome.kind === 'refused' && outcome.code === 'in_use'
    showToast({
      kind: 'failed',
      title: t`Nothing was changed`,
      text: inUse
        ? t`Transfers to ${name} are waiting. Approve or cancel them first, or make the account inactive.`
        : words(outcome),
    })
  }
  const DONE = { delete: t`${name} is deleted`, passive: t`${name} is inactive`, active: t`${name} is active` }
  const texts = {
    delete: {
      title: <Trans>Delete “{name}”?</Trans>,
      act: <Trans>Delete</Trans>,
      says: <Trans>Payments of the past keep its name. This cannot be undone.</Trans>,
    },
    passive: {
      title: <Trans>Make “{name}” inactive?</Trans>,
      act: <Trans>Make inactive</Trans>,
      says: <Trans>It is no longer offered for new transfers. Transfers already expected can still arrive.</Trans>,
    },
    active: {
      title: <Trans>Make “{name}” active?</Trans>,
      act: <Trans>Make active</Trans>,
      says: <Trans>It is offered for new transfers in {bank.currency.toUpperCase()}.</Trans>,
    },
  }[kind]
  return (
    <ConfirmDialog
      open
      danger={kind === 'delete'}
      onOpenChange={(next) => !next && onClose()}
      title={texts.title}
      keep={<Trans>Leave it as it is</Trans>}
      act={texts.act}
      onConfirm={run}
    >
      {texts.says}
    </ConfirmDialog>
  )
}

const nameOf = ({ name, branch }: Bank) => [name, branch].filter(Boolean).join(', ')

import './wallet.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Hourglass, Wallet } from 'lucide-react'
import type { BalanceTotal } from '../../../contract/balance/balance.ts'
import { useClinic, useClinics } from '../clinic/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { usePrint } from '../../screen/use-print.ts'
import { WALLET_DAYS, type WalletSearch } from '../../screen/search.ts'
import type * as v from 'valibot'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips, FilterChip } from '../../ui/chip.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { useOwnWallet } from './queries.ts'
import { WalletExport } from './wallet-export.tsx'
import { WalletLines } from './wallet-lines.tsx'

const route = getRouteApi('/signed-in/wallet')

/** /wallet (patient, SCREENS B3): the money to spend in each currency, what is set aside, and every movement. */
export function WalletScreen() {
  const { t } = useLingui()
  const { now, session } = useDevice()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wallet = useOwnWallet()
  const clinic = useClinic(session.clinicId)
  const [, print] = usePrint()
  if (!wallet) return <ListSkeleton />
  const { lines, totals } = wallet
  const set = (patch: Partial<v.InferOutput<typeof WalletSearch>>) =>
    void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false })
  const since = search.days && new Date(now() - search.days * 86_400_000).toISOString()
  const shown = lines.filter(
    (line) => (!search.type || line.type === search.type) && (!since || line.createdAt >= since),
  )
  const days = { 30: t`Last 30 days`, 90: t`Last 3 months`, 365: t`Last 12 months` }
  return (
    <div className="stack wallet">
      <Totals totals={totals} />
      <div className="row wrap no-print">
        <Chips label={t`Filters`}>
          <FilterChip on={!search.type} onToggle={() => set({ type: undefined })}>
            <Trans>All</Trans>
          </FilterChip>
          <FilterChip on={search.type === 'receivable'} onToggle={() => set({ type: 'receivable' })}>
            <Trans>Money in</Trans>
          </FilterChip>
          <FilterChip on={search.type === 'debt'} onToggle={() => set({ type: 'debt' })}>
            <Trans>Money out</Trans>
          </FilterChip>
          <ChipMenu
            single
            label={t`Days`}
            options={WALLET_DAYS.map((value) => ({ value: String(value), label: days[value] }))}
            values={search.days ? [String(search.days)] : []}
            onChange={([value]) => set({ days: WALLET_DAYS.find((each) => String(each) === value) })}
          />
        </Chips>
        <span className="push">
          <WalletExport lines={shown} onPrint={print} />
        </span>
      </div>
      <Card flush title={<Trans>Movements</Trans>} aside={<Freshness />}>
        {shown.length > 0 ? (
          <WalletLines lines={shown} />
        ) : lines.length > 0 ? (
          <EmptyByFilter onClear={() => set({ type: undefined, days: undefined })}>
            <Trans>There are {lines.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <NeverFilled>
            <Empty icon={<Wallet className="icon-lg" />} title={<Trans>No movements</Trans>}>
              <Trans>Refunds will appear here.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
      {lines.length > 0 && (
        <p className="sm dim">
          <Trans>You can use your balance for the next booking, where the payment is chosen.</Trans>{' '}
          {clinic?.phone ? (
            <Trans>
              To have it paid out, please call the clinic: <a href={`tel:${clinic.phone}`}>{clinic.phone}</a>
            </Trans>
          ) : (
            <Trans>To have it paid out, please call your clinic.</Trans>
          )}
        </p>
      )}
      <PrintFoot total={shown.length} />
    </div>
  )
}

/**
 * One card per wallet, with the clinic's name if its money can be spent only there. Without a wallet it says that there
 * is nothing.
 */
function Totals({ totals }: { totals: readonly BalanceTotal[] }) {
  const language = useLanguage()
  const clinics = useClinics()
  if (totals.length === 0)
    return (
      <section className="card wallet-balance">
        <span className="sm dim">
          <Trans>Your balance</Trans>
        </span>
        <span className="wallet-nothing">
          <Trans>Nothing in the wallet yet</Trans>
        </span>
      </section>
    )
  return (
    <div className="wallet-balances">
      {totals.map(({ clinicId, currency, balance, reserved }) => (
        <section key={`${clinicId} ${currency}`} className="card wallet-balance">
          <span className="sm dim">
            {clinicId ? (
              <Trans>Your balance at {clinics?.get(clinicId)?.name ?? ''}</Trans>
            ) : (
              <Trans>Your balance</Trans>
            )}
          </span>
          <span className="wallet-big">{formatMoney(balance, currency, language)}</span>
          {reserved > 0 && (
            <p className="why">
              <Hourglass aria-hidden="true" />
              <span>
                <Trans>{formatMoney(reserved, currency, language)} more is reserved for unpaid bookings.</Trans>
              </span>
            </p>
          )}
          {clinicId && (
            <span className="sm dim">
              <Trans>This clinic gave it, and it can only be spent there.</Trans>
            </span>
          )}
          {balance > 0 && (
            <Link to="/appointment/new" search={{}} className="btn sm start no-print">
              <Trans>Use it for an appointment</Trans>
            </Link>
          )}
        </section>
      ))}
    </div>
  )
}

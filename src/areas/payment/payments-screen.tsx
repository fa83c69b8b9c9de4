import './payment.css'
import '../appointment/list.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { WalletCards } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { pageOf } from '../../screen/page-of.ts'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import { MOST_PRINTED, usePrint } from '../../screen/use-print.ts'
import { useIsOffline, useSyncStatus } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { Note } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton, LoadError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { filterPayments, NO_FILTERS, totalsOf, usePaymentList } from './list-state.ts'
import { MoneyCheckNote } from './money-check.tsx'
import { usePaymentActs } from './payment-acts.tsx'
import { PaymentExport } from './payment-export.tsx'
import { usePaymentFacts } from './payment-facts.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentPictures } from './payment-pictures.tsx'
import { PaymentTable } from './payment-table.tsx'
import { loadPayments, useDevicePayments, usePaymentPage, usePaymentTotals, useVisitStates } from './queries.ts'
import { usePayOut } from './use-pay-out.tsx'

/**
 * /payment (SCREENS B23): the payments one may see, page by page from the server, then the totals of the whole filter,
 * and charts of it. Without a connection, what this device holds, counted here.
 */
export function PaymentsScreen() {
  const { t } = useLingui()
  const { zone, person } = useDevice()
  const problemWords = useProblemWords()
  const offline = useIsOffline()
  const pulledAt = useSyncStatus()?.pulledAt ?? null
  const [words, setWords] = useState('')
  const list = usePaymentList(useDeferredValue(words))
  const { filter, sort, page, size, filters } = list
  const facts = usePaymentFacts()
  const answer = usePaymentPage(filter, sort, page, size)
  const [round, setRound] = useState(0)
  const totals = usePaymentTotals(filter, answer.value !== undefined && !answer.asking, round)
  const device = useDevicePayments()
  // Only if the server has not answered: it has more rows than this device.
  const isHere = offline || (answer.value === undefined && answer.problem?.kind === 'unreachable')
  const kept = useMemo(
    () => (device && isHere ? filterPayments(device, filter, sort, isNamed) : []),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter is a new object each time; its JSON is compared
    [device, isHere, JSON.stringify(filter), sort],
  )
  const localPage = pageOf(kept, { page, size })
  const rows = isHere ? localPage.rows : answer.value?.payments
  const total = isHere ? kept.length : (answer.value?.total ?? 0)
  const sums = isHere ? totalsOf(kept) : totals.value?.footer
  const visits = useVisitStates((rows ?? []).map(({ appointmentId }) => appointmentId))
  const reload = () => {
    answer.again()
    setRound((n) => n + 1)
  }
  const { actsOf, dialogs } = usePaymentActs({ visits, onDone: reload })
  const payOut = usePayOut(visits, reload)
  const [printing, print] = usePrint()
  const [printed, setPrinted] = useState<readonly Payment[]>([])
  const load = async (most: number) => (isHere ? kept.slice(0, most) : loadPayments(filter, sort, most))
  const filtered = filters > 0 || words.trim() !== '' || list.preset !== 'all'

  async function printAll() {
    const all = await load(MOST_PRINTED)
    if (!all) return showToast({ kind: 'failed', title: t`The list could not be fetched.` })
    setPrinted(all)
    print()
  }

  return (
    <div className="stack">
      {person.type === 'admin' && person.superadmin && !offline && <MoneyCheckNote />}
      <PaymentPictures list={list} facts={facts} totals={sums} offline={isHere} round={round} />
      <PaymentFilters list={list} facts={facts} words={words} onWords={setWords} />
      {isHere && (
        <Note tone="offline">
          <Trans>
            The server cannot be reached. These are the payments on this device, from the last month or two. You can
            take payments when you are back online.
          </Trans>
        </Note>
      )}
      {answer.problem && !isHere && (
        <LoadError since={answer.at === null ? null : formatTime(answer.at, zone)} onRetry={reload}>
          <p>{problemWords(answer.problem)}</p>
        </LoadError>
      )}
      {!rows || (isHere && !device) ? (
        answer.problem ? null : (
          <ListSkeleton />
        )
      ) : (
        <Card
          flush
          title={<Trans>Payments</Trans>}
          count={
            !isHere && answer.value?.more ? (
              <Trans>more than {total}</Trans>
            ) : (
              <Plural value={total} one="# payment" other="# payments" />
            )
          }
          aside={
            <>
              <FreshLine
                at={isHere ? pulledAt : answer.at}
                zone={zone}
                offline={isHere}
                onRefresh={reload}
                refreshing={answer.asking}
              />
              {rows.length > 0 && payOut.button}
              <PaymentExport
                load={load}
                facts={facts}
                empty={rows.length === 0}
                fromDevice={isHere}
                onPrint={printAll}
              />
            </>
          }
        >
          {payOut.bar}
          {rows.length > 0 ? (
            <>
              <PaymentTable
                rows={printing ? printed : rows}
                facts={facts}
                sort={sort}
                onSort={(next) => list.set({ sort: next })}
                actsOf={actsOf}
                totals={sums}
                picks={printing ? null : payOut.picks}
              />
              <Pager
                page={isHere ? localPage.page : page}
                pages={isHere ? localPage.pages : (answer.value?.pages ?? 1)}
                shown={rows.length}
                total={total}
                size={size}
                onPage={(next) => list.set({ page: next })}
                onSize={(next) => list.set({ size: next })}
              />
            </>
          ) : filtered ? (
            <EmptyByFilter
              onClear={() => {
                setWords('')
                list.set({ ...NO_FILTERS, preset: 'all', from: undefined, to: undefined })
              }}
            >
              <Trans>No payments in this period.</Trans>
            </EmptyByFilter>
          ) : (
            <Empty icon={<WalletCards className="icon-lg" />} title={<Trans>No payments yet</Trans>}>
              <Trans>Payments appear here when an appointment is booked or a payment link is paid.</Trans>
            </Empty>
          )}
        </Card>
      )}
      <PrintFoot total={total} />
      {dialogs}
    </div>
  )
}

const isNamed = (name: string, words: string) => findsName(nameTokens(name), nameWords(words))

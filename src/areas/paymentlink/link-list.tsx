import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleX, Link2, Pencil, Plus, ReceiptText, Share2, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import { LINK_STATUSES, type PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { addDays, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { useNavigate } from '@tanstack/react-router'
import { useClinics } from '../clinic/queries.ts'
import { formatDate, formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { pageOf } from '../../screen/page-of.ts'
import type { LinkSearch } from '../../screen/search.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipMenu, Chips } from '../../ui/chip.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { SearchInput } from '../../ui/text-input.tsx'
import { EndLink } from './end-link.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkShare } from './link-share.tsx'
import { LINK_WORDS, LinkBadge } from './link-words.tsx'
import { WantedLink } from './link-wanted.tsx'
import { stateOfLink, useLinks } from './queries.ts'
import { wordOf } from '../../i18n/word-of.ts'

const route = getRouteApi('/signed-in/paymentlink')

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'share' | 'cancel' | 'delete'; readonly link: PaymentLink }

/** The links of an admin or a desk. All are on the device; making, sending and ending one needs a connection. */
export function LinkList() {
  const { t, i18n } = useLingui()
  const { person, zone, now } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = useNavigate()
  const links = useLinks()
  const clinics = useClinics()
  useMinute() // links run out while the page is open
  // the search text names a patient and stays out of the address (TRUST D18)
  const [words, setWords] = useState('')
  const typed = useDeferredValue(words).trim()
  const [open, setOpen] = useState<Open | null>(null)
  if (!links) return <ListSkeleton />

  const set = (patch: Partial<LinkSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  const today = todayIn(zone, now())
  const since = search.preset && addDays(today, -DAYS[search.preset])
  const shown = links.filter(
    (link) =>
      (!search.status || stateOfLink(link, now()) === search.status) &&
      (!search.clinic || link.clinicId === search.clinic) &&
      (!since || wallOf(Date.parse(link.createdAt), zone).date >= since) &&
      (!typed ||
        findsName(nameTokens(link.patientName), nameWords(typed)) ||
        foldText(link.description).includes(foldText(typed))),
  )
  const size = search.size ?? 20
  const { page, pages, rows } = pageOf(shown, { page: search.page ?? 1, size })
  const away = offline ? t`You need to be online to create or cancel links.` : null
  const clear = () => {
    setWords('')
    set({ status: undefined, clinic: undefined, preset: undefined })
  }
  const add = (look: 'primary' | 'default') => (
    <Button look={look} whyDisabled={away} showWhy={false} onClick={() => setOpen({ kind: 'new' })}>
      <Plus />
      <Trans>New payment link</Trans>
    </Button>
  )
  const menuOf = (link: PaymentLink): readonly MenuItem[] => {
    const state = stateOfLink(link, now())
    const item = (
      kind: Exclude<Open['kind'], 'new'>,
      label: string,
      icon: React.ReactNode,
      danger = false,
    ): MenuItem => ({
      id: kind,
      label,
      icon,
      danger,
      whyDisabled: away,
      onSelect: () => setOpen({ kind, link }),
    })
    const waits = link.status === 'waiting'
    return [
      ...(state === 'waiting' ? [item('share', t`Copy, QR code, send`, <Share2 />)] : []),
      ...(waits ? [item('edit', t`Edit`, <Pencil />)] : []),
      ...(link.paymentId
        ? [
            {
              id: 'payment',
              label: t`Open the payment`,
              icon: <ReceiptText />,
              onSelect: () => void go({ to: '/payment/$id', params: { id: link.paymentId ?? '' } }),
            },
          ]
        : []),
      ...(waits ? [item('cancel', t`Cancel the link`, <CircleX />, true)] : []),
      ...(link.status !== 'paid' ? [item('delete', t`Delete the link`, <Trash2 />, true)] : []),
    ]
  }

  return (
    <div className="stack">
      <OfflineBar />
      <div className="payment-filters no-print">
        <div className="row wrap">
          <SearchInput
            label={t`Search by patient or text`}
            placeholder={t`Patient or text`}
            autoComplete="off"
            maxLength={100}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <span className="push">{add('primary')}</span>
        </div>
        <Chips label={t`Filters`}>
          <ChipMenu
            single
            label={t`Status`}
            options={LINK_STATUSES.map((value) => ({ value, label: i18n._(wordOf(LINK_WORDS, value)) }))}
            values={search.status ? [search.status] : []}
            onChange={([value]) => set({ status: LINK_STATUSES.find((each) => each === value) })}
          />
          <ChipMenu
            single
            label={t`Days`}
            options={[
              { value: 'today', label: t`Today` },
              { value: 'last7', label: t`Last 7 days` },
              { value: 'last30', label: t`Last 30 days` },
            ]}
            values={search.preset ? [search.preset] : []}
            onChange={([value]) => set({ preset: PRESETS.find((each) => each === value) })}
          />
          {person.type === 'admin' && (
            <ChipMenu
              single
              label={t`Clinic`}
              options={[...(clinics?.values() ?? [])]
                .filter((clinic) => !clinic.private)
                .map(({ id, name }) => ({ value: id, label: name }))}
              values={search.clinic ? [search.clinic] : []}
              onChange={([clinic]) => set({ clinic })}
            />
          )}
        </Chips>
      </div>
      <Card
        flush
        title={<Trans>Payment links</Trans>}
        count={<Plural value={shown.length} one="# link" other="# links" />}
        aside={<Freshness />}
      >
        {links.length === 0 ? (
          <NeverFilled>
            <Empty
              icon={<Link2 className="icon-lg" />}
              title={<Trans>No payment links yet</Trans>}
              action={add('default')}
            >
              <Trans>A link asks one patient for one amount. It is paid once, by card, without signing in.</Trans>
            </Empty>
          </NeverFilled>
        ) : shown.length === 0 ? (
          <EmptyByFilter onClear={clear}>
            <Trans>There are {links.length} without filters.</Trans>
          </EmptyByFilter>
        ) : (
          <>
            <Table
              label={t`Payment links`}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'created',
                  head: <Trans>Created</Trans>,
                  card: 'time',
                  cell: ({ createdAt, createdBy }) => (
                    <span className="two-lines plain">
                      <span>{formatDate(createdAt, zone)}</span>
                      <span>{createdBy}</span>
                    </span>
                  ),
                },
                {
                  id: 'patient',
                  head: <Trans>Patient</Trans>,
                  card: 'title',
                  cell: (link) => (
                    <span className="two-lines">
                      <span>{link.patientName}</span>
                      <span>{link.description}</span>
                    </span>
                  ),
                },
                {
                  id: 'amount',
                  head: <Trans>Amount</Trans>,
                  end: true,
                  card: 'detail',
                  cell: ({ amount, currency }) => <b className="nowrap">{formatMoney(amount, currency, language)}</b>,
                },
                {
                  id: 'expires',
                  head: <Trans>Pay by</Trans>,
                  priority: 2,
                  cell: ({ expiresAt }) => formatDateTime(expiresAt, zone),
                },
                {
                  id: 'opened',
                  head: <Trans>Opened</Trans>,
                  end: true,
                  priority: 3,
                  cell: ({ opened }) => opened,
                },
                {
                  id: 'visit',
                  head: <Trans>Appointment</Trans>,
                  priority: 2,
                  cell: ({ appointmentId, topUp }) =>
                    appointmentId ? (
                      <Link to="/appointment/$id" params={{ id: appointmentId }}>
                        <Trans>Open</Trans>
                      </Link>
                    ) : topUp ? (
                      <Trans>for the wallet</Trans>
                    ) : (
                      <span className="dim">{t`none`}</span>
                    ),
                },
                {
                  id: 'status',
                  head: <Trans>Status</Trans>,
                  card: 'status',
                  cell: (link) => <LinkBadge status={stateOfLink(link, now())} />,
                },
              ]}
              menuOf={(link) => ({ name: link.patientName, items: menuOf(link) })}
            />
            <Pager
              page={page}
              pages={pages}
              shown={rows.length}
              total={shown.length}
              size={size}
              onPage={(next) => set({ page: next })}
              onSize={(next) => set({ size: next })}
            />
          </>
        )}
      </Card>
      {!open && (
        <WantedLink
          {...(search.visit && { visit: search.visit })}
          {...(search.patient && { patient: search.patient })}
          onClose={() => set(NONE_WANTED)}
          onSaved={(link) => {
            set(NONE_WANTED)
            setOpen({ kind: 'share', link })
          }}
        />
      )}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <LinkForm
          link={open.kind === 'edit' ? open.link : null}
          onClose={() => setOpen(null)}
          onSaved={(link) => setOpen({ kind: 'share', link })}
        />
      )}
      {open?.kind === 'share' && <LinkShare link={open.link} onClose={() => setOpen(null)} />}
      {(open?.kind === 'cancel' || open?.kind === 'delete') && (
        <EndLink kind={open.kind} link={open.link} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

const NONE_WANTED = { visit: undefined, patient: undefined }
const PRESETS = ['today', 'last7', 'last30'] as const
const DAYS = { today: 0, last7: 6, last30: 29 } as const

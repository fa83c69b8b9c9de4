import './webhook.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { RotateCcw, Webhook } from 'lucide-react'
import { DELIVERY_STATES } from '../../../contract/webhook/webhook.rules.ts'
import type { Delivery } from '../../../contract/webhook/webhook.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FreshLine } from '../../ui/fresh-line.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, EmptyByFilter, ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { replay, sendTest } from './commands.ts'
import { useDeliveries } from './queries.ts'
import { FAILURE_WORDS, STATE_WORDS } from './webhook-words.ts'

const route = getRouteApi('/signed-in/webhook/$id')

/** /webhook/:id (clinic): what was sent to an endpoint, what came of it, and again (decision 0164). */
export function DeliveriesScreen() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const { id } = route.useParams()
  const { state = null, page = 1, size = 20 } = route.useSearch()
  const navigate = route.useNavigate()
  const { value, problem, asking, at, again } = useDeliveries(id, state, page, size)
  const why = offline ? t`You need to be online to change this.` : null
  const back = (
    <p>
      <Link to="/profile" search={{ tab: 'clinic' }}>
        <Trans>All webhooks</Trans>
      </Link>
    </p>
  )
  if (!value)
    return (
      <div className="stack">
        {back}
        {problem?.kind === 'refused' ? (
          <Empty icon={<Webhook className="icon-lg" />} title={words(problem)} />
        ) : offline || problem?.kind === 'unreachable' ? (
          <NotOnDevice action={<Button onClick={again}>{t`Try again`}</Button>}>
            <Trans>Deliveries are not kept on devices. Go online to see them.</Trans>
          </NotOnDevice>
        ) : problem ? (
          <LoadError onRetry={again}>{words(problem)}</LoadError>
        ) : (
          <ListSkeleton rows={6} />
        )}
      </div>
    )
  const { deliveries, total, pages } = value
  const tell = (title: string, outcome: Awaited<ReturnType<typeof replay>>) => {
    showToast(outcome.kind === 'done' ? { title } : { kind: 'failed', title: words(outcome) })
    again()
  }
  const sendAgain = async (delivery: Delivery | null) =>
    tell(t`On its way again`, await replay(id, delivery?.id ?? null))
  return (
    <div className="stack">
      {back}
      {problem && <LoadError onRetry={again}>{words(problem)}</LoadError>}
      <div className="row wrap webhook-acts">
        <Field label={t`State`}>
          <NativeSelect
            value={state ?? ''}
            onChange={(event) =>
              void navigate({ search: { state: DELIVERY_STATES.find((each) => each === event.target.value) } })
            }
          >
            <option value="">{t`All`}</option>
            {DELIVERY_STATES.map((each) => (
              <option key={each} value={each}>
                {i18n._(wordOf(STATE_WORDS, each))}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Button
          whyDisabled={why}
          onClick={() => void sendTest(id).then((outcome) => tell(t`A test is on its way`, outcome))}
        >
          <Trans>Send a test</Trans>
        </Button>
        <Button whyDisabled={why} onClick={() => void sendAgain(null)}>
          <RotateCcw aria-hidden="true" />
          <Trans>Send all that were given up again</Trans>
        </Button>
      </div>
      <Card
        flush
        title={<Trans>Deliveries</Trans>}
        count={total}
        aside={<FreshLine at={at} zone={zone} offline={offline} refreshing={asking} onRefresh={again} />}
      >
        {deliveries.length === 0 ? (
          state ? (
            <EmptyByFilter onClear={() => void navigate({ search: {} })} />
          ) : (
            <Empty icon={<Webhook className="icon-lg" />} title={<Trans>Nothing has been sent yet</Trans>}>
              <Trans>
                The next change of a chosen kind appears here. A test shows whether your software is reached.
              </Trans>
            </Empty>
          )
        ) : (
          <Table
            label={t`Deliveries`}
            rows={deliveries}
            keyOf={(delivery) => delivery.id}
            markOf={(delivery) => (delivery.state === 'dead' ? 'failed' : null)}
            menuOf={(delivery) => ({
              name: `${delivery.type} ${formatDateTime(delivery.madeAt, zone)}`,
              items: [
                {
                  id: 'again',
                  label: t`Send again`,
                  whyDisabled: why ?? (delivery.state === 'waiting' ? t`It is still on its way.` : null),
                  onSelect: () => void sendAgain(delivery),
                },
              ],
            })}
            columns={[
              {
                id: 'at',
                head: <Trans context="an event">When</Trans>,
                card: 'time',
                cell: ({ madeAt }) => <span className="nowrap">{formatDateTime(madeAt, zone)}</span>,
              },
              {
                id: 'type',
                head: <Trans context="of a webhook">Event</Trans>,
                card: 'title',
                cell: ({ type }) => <code>{type}</code>,
              },
              {
                id: 'state',
                head: <Trans>State</Trans>,
                card: 'status',
                cell: (delivery) => <DeliveryOutcome delivery={delivery} zone={zone} />,
              },
              { id: 'tries', head: <Trans>Tries</Trans>, end: true, cell: ({ tries }) => tries },
              {
                id: 'answer',
                head: <Trans>Last answer</Trans>,
                end: true,
                priority: 2,
                cell: ({ lastStatus }) => lastStatus ?? '–',
              },
            ]}
          />
        )}
        {total > 10 && (
          <Pager
            page={page}
            pages={pages}
            shown={deliveries.length}
            size={size}
            total={total}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            onSize={(next) => void navigate({ search: (before) => ({ ...before, size: next, page: undefined }) })}
          />
        )}
      </Card>
    </div>
  )
}

function DeliveryOutcome({ delivery: { state, failure, nextTryAt }, zone }: { delivery: Delivery; zone: string }) {
  const { i18n } = useLingui()
  const next = nextTryAt ? formatDateTime(nextTryAt, zone) : ''
  return (
    <span className="stack-2">
      <span className={state === 'dead' ? 'danger-text' : undefined}>{i18n._(wordOf(STATE_WORDS, state))}</span>
      {failure && state !== 'delivered' && <span className="dim sm">{i18n._(wordOf(FAILURE_WORDS, failure))}</span>}
      {nextTryAt && (
        <span className="dim sm">
          <Trans>Next try: {next}</Trans>
        </span>
      )}
    </span>
  )
}

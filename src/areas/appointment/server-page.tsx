import { Trans, useLingui } from '@lingui/react/macro'
import { Search, Server } from 'lucide-react'
import { useState } from 'react'
import { KEEP_DAYS_AHEAD, KEEP_DAYS_BACK } from '../../../contract/kernel/constants.ts'
import { formatTime } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import type { AppointmentSearch } from '../../screen/search.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Pager } from '../../ui/pager.tsx'
import { KeepMonths } from './keep-months.tsx'
import { monthsOf, type ListState } from './list-state.ts'
import { searchVisits, type ShownVisit } from './queries.ts'
import { useVisitFacts } from './visit-facts.ts'
import { VisitTable } from './visit-table.tsx'

type Found = {
  readonly visits: readonly ShownVisit[]
  readonly total: number
  readonly pages: number
  readonly page: number
  /** Epoch ms. */
  readonly at: number
}

/** The request to the server: the days (YYYYMMDD) if they are beyond this device, filters, the page's size. */
type Asking = Pick<ListState, 'filter' | 'from' | 'to' | 'beyond' | 'descending' | 'size'> & {
  /** The zone of the days. */
  readonly zone: string
  readonly set: (patch: Pick<AppointmentSearch, 'size'>) => void
}

/**
 * For days and names beyond what this device keeps: says so, and asks the server on request. The answer is shown with
 * its time and not stored. Use the request as `key`, so that an old answer is never shown for a new request.
 */
export function ServerPage({ state, words }: { state: Asking; words: string }) {
  const { t, i18n } = useLingui()
  const { now } = useDevice()
  const offline = useIsOffline()
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function ask(page: number, size = state.size) {
    setBusy(true)
    const { filter, from, to, descending } = state
    const outcome = await searchVisits({
      ...filter,
      // A search without other filters covers all days.
      ...(state.beyond ? { from, to } : {}),
      ...(words.trim() ? { keyword: words.trim().slice(0, 100) } : {}),
      page,
      limit: size,
      sort: descending ? '-start' : 'start',
    })
    setBusy(false)
    if (outcome.kind === 'done') {
      const { appointments, total, pages } = outcome.reply
      setFailed(null)
      setFound({ visits: appointments.map((visit) => ({ ...visit, pending: 'none' })), total, pages, page, at: now() })
    } else
      setFailed(
        i18n._(
          messages[
            outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error'
          ],
        ),
      )
  }

  return (
    <>
      <Note
        icon={<Server aria-hidden="true" />}
        title={
          state.beyond ? <Trans>Not all of these days are on this device</Trans> : <Trans>Not on this device</Trans>
        }
      >
        <p>
          <Trans>
            This device keeps at least {KEEP_DAYS_BACK} days of past and {KEEP_DAYS_AHEAD} days of upcoming
            appointments. Older and later ones are online.
          </Trans>
        </p>
        <div className="row wrap">
          <Button
            small
            aria-busy={busy || undefined}
            whyDisabled={offline ? t`You need to be online to do this.` : null}
            onClick={() => void ask(1)}
          >
            <Search />
            <Trans>Search on the server</Trans>
          </Button>
          {state.beyond && <KeepMonths months={monthsOf(state, state.zone)} />}
        </div>
        {failed && <p role="alert">{failed}</p>}
      </Note>
      {found && <FoundCard found={found} state={state} onAsk={(page, size) => void ask(page, size)} />}
    </>
  )
}

function FoundCard({
  found,
  state,
  onAsk,
}: {
  found: Found
  state: Asking
  onAsk: (page: number, size?: number) => void
}) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const facts = useVisitFacts(found.visits)
  const at = formatTime(found.at, zone)
  return (
    <Card flush title={<Trans>From the server</Trans>} count={at}>
      {found.visits.length === 0 ? (
        <p className="card-body dim">
          <Trans>The server has none either.</Trans>
        </p>
      ) : (
        <VisitTable
          dated
          label={t`From the server, ${at}`}
          visits={found.visits}
          facts={facts}
          descending={state.descending}
        />
      )}
      {found.total > 0 && (
        <Pager
          page={found.page}
          pages={found.pages}
          shown={found.visits.length}
          total={found.total}
          size={state.size}
          onPage={(page) => onAsk(page)}
          onSize={(size) => {
            state.set({ size })
            onAsk(1, size)
          }}
        />
      )}
    </Card>
  )
}

import './close-day.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { KEEP_DAYS_BACK } from '../../../contract/kernel/constants.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { messages } from '../../i18n/messages.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { CloseRow } from './close-row.tsx'
import { dueToClose, endingsOf, proposed, type Ending } from './closing.ts'
import { complete, markNoShow } from './commands.ts'
import { useVisits, type ShownVisit } from './queries.ts'
import { useVisitFacts } from './visit-facts.ts'

/**
 * /appointment/close, for staff: all past open appointments on one page, each with its ending, and one button. Also
 * offline.
 */
export function CloseDayScreen() {
  const { i18n } = useLingui()
  const device = useDevice()
  const { person, zone, now } = device
  const isSaved = useSyncStatus()?.state === 'saved'
  useMinute()
  const today = todayIn(zone, now())
  const visits = useVisits({ from: addDays(today, -KEEP_DAYS_BACK), to: today, status: 'waiting' })
  const { arrived, unseen } = dueToClose(visits ?? [], person, now())
  const facts = useVisitFacts(visits ? [...arrived, ...unseen] : null)
  const [endings, setEndings] = useState<ReadonlyMap<string, Ending>>(new Map())
  const [closed, setClosed] = useState<{ readonly complete: number; readonly noShow: number } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // a second press may come before the first is drawn
  const underWay = useRef(false)
  const endingOf = (visit: ShownVisit) => endings.get(visit.id) ?? proposed(visit)
  const say = (rows: readonly ShownVisit[], ending: Ending) =>
    setEndings(new Map([...endings, ...rows.map(({ id }) => [id, ending] as const)]))
  const all = [...arrived, ...unseen]
  const toComplete = all.filter((visit) => endingOf(visit) === 'complete')
  const toMark = all.filter((visit) => endingOf(visit) === 'no-show')

  async function close() {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setFailed(null)
    const done = { complete: 0, noShow: 0 }
    try {
      for (const visit of toComplete) {
        await complete(device, visit)
        done.complete++
      }
      for (const visit of toMark) {
        await markNoShow(device, visit)
        done.noShow++
      }
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(i18n._(messages.not_saved))
    } finally {
      setClosed(done)
      setEndings(new Map())
      underWay.current = false
      setBusy(false)
    }
  }

  if (!visits || !facts.ready) return <ListSkeleton />
  const rowsOf = (rows: readonly ShownVisit[]) => (
    <ul className="close-rows">
      {rows.map((visit) => (
        <CloseRow
          key={visit.id}
          visit={visit}
          facts={facts}
          value={endingOf(visit)}
          options={endingsOf(visit, person, now())}
          onChange={(ending) => say([visit], ending)}
        />
      ))}
    </ul>
  )
  return (
    <div className="close-day stack">
      {closed && (closed.complete > 0 || closed.noShow > 0) && (
        <Note tone="completed" alert title={isSaved ? <Trans>Closed</Trans> : <Trans>Saved on this device</Trans>}>
          <p>
            <Plural value={closed.complete} one="# appointment completed" other="# appointments completed" />
            {' · '}
            <Plural value={closed.noShow} one="# no-show marked" other="# no-shows marked" />
          </p>
          <p>
            <Trans>Completing can be undone on the appointment’s page within an hour.</Trans>
          </p>
        </Note>
      )}
      {failed && (
        <Note tone="failed" alert>
          {failed}
        </Note>
      )}
      {all.length === 0 ? (
        <Empty
          icon={<CalendarCheck className="icon-lg" />}
          title={<Trans>Nothing is left to close</Trans>}
          action={
            <Link to="/appointment" search={{}} className="btn">
              <Trans>To the appointments</Trans>
            </Link>
          }
        >
          <Trans>Appointments appear here once they are over, until each is completed or marked as a no-show.</Trans>
        </Empty>
      ) : (
        <>
          {arrived.length > 0 && (
            <Card
              flush
              title={<Trans context="the patients of a day">Checked in</Trans>}
              count={<Count of={arrived.length} />}
              aside={<Freshness />}
            >
              {rowsOf(arrived)}
            </Card>
          )}
          {unseen.length > 0 && (
            <Card
              flush
              title={<Trans context="the patients of a day">Not checked in</Trans>}
              count={<Count of={unseen.length} />}
              aside={arrived.length === 0 ? <Freshness /> : null}
            >
              <div className="row wrap close-all">
                <span className="grow sm dim">
                  <Trans>No one has said whether they came. What you do not decide stays open.</Trans>
                </span>
                <Button
                  small
                  onClick={() =>
                    say(
                      unseen.filter((visit) => endingsOf(visit, person, now()).includes('no-show')),
                      'no-show',
                    )
                  }
                >
                  <Trans>None of them came</Trans>
                </Button>
                <Button small onClick={() => say(unseen, 'complete')}>
                  <Trans>All of them came</Trans>
                </Button>
              </div>
              {rowsOf(unseen)}
            </Card>
          )}
          <div className="close-foot">
            <p className="sm grow">
              <Trans>
                Nothing is charged or refunded. Two hours later everyone who was here is asked once how the appointment
                was.
              </Trans>
            </p>
            <CloseButton complete={toComplete.length} noShow={toMark.length} busy={busy} onClose={() => void close()} />
          </div>
        </>
      )}
    </div>
  )
}

/** The button, whose label says in figures what it does. */
function CloseButton({
  complete: ends,
  noShow,
  busy,
  onClose,
}: {
  complete: number
  noShow: number
  busy: boolean
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Button
      look="primary"
      aria-busy={busy || undefined}
      whyDisabled={ends + noShow === 0 ? t`Decide about at least one appointment.` : null}
      onClick={onClose}
    >
      {busy ? (
        <Trans>One moment…</Trans>
      ) : noShow === 0 ? (
        <Plural value={ends} one="Complete # appointment" other="Complete # appointments" />
      ) : ends === 0 ? (
        <Plural value={noShow} one="Mark # no-show" other="Mark # no-shows" />
      ) : (
        <>
          <Plural value={ends} one="Complete # appointment" other="Complete # appointments" />
          {' · '}
          <Plural value={noShow} one="mark # no-show" other="mark # no-shows" />
        </>
      )}
    </Button>
  )
}

function Count({ of }: { of: number }) {
  return <Plural value={of} one="# appointment" other="# appointments" />
}

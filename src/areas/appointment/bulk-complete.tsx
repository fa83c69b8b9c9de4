import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { whyNotComplete } from '../../../contract/appointment/appointment.rules.ts'
import { isMessageCode } from '../../../contract/kernel/messages.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { completeMany, reopen } from './commands.ts'
import type { ShownVisit } from './queries.ts'
import type { Picks } from './visit-pick.tsx'

/** The rows chosen to be completed together, and the bar with the button. Rows of other pages stay chosen. */
export function useBulkComplete(visits: readonly ShownVisit[]): { picks: Picks; bar: React.ReactNode } {
  const { person, now } = useDevice()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const canPick = (visit: ShownVisit) => visit.pending === 'none' && whyNotComplete(visit, person, now()) === null
  // Visits completed or filtered out meanwhile are no longer chosen.
  const picked = visits.filter((visit) => chosen.has(visit.id) && canPick(visit))
  const picks: Picks = {
    chosen: new Set(picked.map(({ id }) => id)),
    canPick,
    toggle: (rows, on) =>
      setChosen((before) => {
        const ids = rows.map(({ id }) => id)
        return on ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id)))
      }),
  }
  return { picks, bar: <Bar picked={picked} onDone={() => setChosen(new Set())} /> }
}

/** The server decides each visit separately; those it refuses are listed with the reason. */
function Bar({ picked, onDone }: { picked: readonly ShownVisit[]; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState<readonly { name: string; why: string }[]>([])

  async function complete() {
    const outcome = await completeMany(
      device,
      picked.slice(0, MOST).map(({ id }) => id),
    )
    if (outcome.kind !== 'done') {
      const code =
        outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error'
      showToast({ kind: 'failed', title: t`Nothing was completed`, text: i18n._(messages[code]) })
      return
    }
    const { appointments, refused } = outcome.reply
    const nameOf = (id: string) => picked.find((visit) => visit.id === id)?.patientName ?? ''
    setLeft(
      refused.map(({ id, refused: code }) => ({
        name: nameOf(id),
        why: i18n._(messages[isMessageCode(code) ? code : 'unknown_error']),
      })),
    )
    if (appointments.length > 0)
      showToast({
        kind: 'saved',
        title: <Plural value={appointments.length} one="# appointment completed" other="# appointments completed" />,
        action: {
          label: <Trans>Undo</Trans>,
          onSelect: () => void Promise.all(appointments.map((visit) => reopen(device, visit))),
        },
      })
    onDone()
  }

  return (
    <>
      {left.length > 0 && (
        <div className="bulk-left">
          <Note tone="failed" alert title={<Trans>Not completed</Trans>}>
            <ul>
              {left.map(({ name, why }) => (
                <li key={name}>
                  <b>{name}</b>: {why}
                </li>
              ))}
            </ul>
            <Button small onClick={() => setLeft([])}>
              <Trans>Close</Trans>
            </Button>
          </Note>
        </div>
      )}
      {picked.length > 0 && (
        <div className="bulk no-print" role="status">
          <span className="grow">
            <Plural value={picked.length} one="# chosen" other="# chosen" />
          </span>
          <Button look="quiet" small onClick={onDone}>
            <Trans>Choose none</Trans>
          </Button>
          <Button
            small
            whyDisabled={
              offline
                ? t`You need to be online to change several together; one by one works offline.`
                : picked.length > MOST
                  ? t({
                      message: plural(MOST, {
                        one: 'At most # appointment at once.',
                        other: 'At most # appointments at once.',
                      }),
                    })
                  : null
            }
            onClick={() => setAsking(true)}
          >
            <CircleCheck />
            <Trans>Complete</Trans>
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Plural value={picked.length} one="Complete # appointment?" other="Complete # appointments?" />}
        keep={<Trans>Not yet</Trans>}
        act={<Trans>Complete</Trans>}
        onConfirm={complete}
      >
        <p>{picked.map(({ patientName }) => patientName).join(', ')}</p>
        <p>
          <Trans>
            Nothing is charged or refunded. Two hours later each patient is asked once how the appointment was. You can
            undo this within an hour. Patients marked as no-shows are left out.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The most that one call takes (contract `appointment.completeMany`). */
const MOST = 200

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarX, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import type { VisitAnywhere } from './queries-anywhere.ts'

/**
 * Shown when an appointment is not on this device: it is being fetched, cannot be fetched, or does not exist for this
 * person.
 */
export function VisitBeyond({ found: { visit, problem, again } }: { found: VisitAnywhere }) {
  if (problem) return <NotAsked problem={problem} onAgain={again} />
  if (visit === undefined) return <ListSkeleton rows={4} />
  return (
    <Empty icon={<CalendarX />} title={<Trans>This appointment cannot be found</Trans>} action={<ToList />}>
      <Trans>It is neither on this device nor on the server, or it is not yours to see.</Trans>
    </Empty>
  )
}

/** Says when the server sent an appointment that this device does not hold; nothing for one that it holds. */
export function FromServer({ since }: { since: number | null }): ReactNode {
  const { t } = useLingui()
  const { zone } = useDevice()
  if (since === null) return null
  const at = formatTime(since, zone)
  return (
    <Note icon={<Server aria-hidden="true" />} title={t`From the server, ${at}`}>
      <Trans>It is outside the days kept on this device. You need to be online to open it.</Trans>
    </Note>
  )
}

function NotAsked({ problem, onAgain }: { problem: Problem; onAgain: () => void }) {
  const words = useProblemWords()
  return (
    <Empty
      icon={<Server />}
      title={<Trans>This appointment is not on this device</Trans>}
      action={
        <>
          <Button onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
          <ToList />
        </>
      }
    >
      <Trans>The server has it, if it is yours to see.</Trans> {words(problem)}
    </Empty>
  )
}

const ToList = () => (
  <Link to="/appointment" search={{}} className="btn">
    <Trans>To the appointments</Trans>
  </Link>
)

import './calendar-link.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, FileUp, Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { AddDialog, type Adding } from './add-dialog.tsx'
import { connect } from './commands.ts'
import { forgetConnectError, readConnectError } from './connect-error.ts'
import { LinkRow } from './link-row.tsx'
import { useCalendarLinks } from './queries.ts'
import { SharePanel } from './share-panel.tsx'

/**
 * The doctor's other calendars, and sharing of their own (SCREENS B16). Drawn from the device; changes need the
 * network.
 */
export function CalendarLinks() {
  const links = useCalendarLinks()
  return (
    <>
      <Card title={<Trans>Calendars</Trans>} count={links?.length ? links.length : null}>
        <div className="stack">
          <ConnectError />
          {links === undefined ? (
            <ListSkeleton rows={2} />
          ) : links.length === 0 ? (
            <p className="dim sm">
              <Trans>Connect a calendar so patients cannot book your private time.</Trans>
            </p>
          ) : (
            <ul className="links">
              {links.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          )}
          <AddButton />
        </div>
      </Card>
      <SharePanel />
    </>
  )
}

function AddButton() {
  const { t } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [adding, setAdding] = useState<Adding | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const whyDisabled = offline ? t`You need to be online to connect a calendar.` : null
  return (
    <div className="stack-2">
      <Menu
        align="start"
        items={[
          {
            id: 'google',
            label: <Trans>Google Calendar</Trans>,
            icon: <CalendarPlus />,
            whyDisabled,
            onSelect: () => void connect().then(setProblem),
          },
          {
            id: 'url',
            label: <Trans>By address (iCal)</Trans>,
            icon: <Link2 />,
            whyDisabled,
            onSelect: () => setAdding({ kind: 'url' }),
          },
          {
            id: 'file',
            label: <Trans>By file (.ics)</Trans>,
            icon: <FileUp />,
            whyDisabled,
            onSelect: () => setAdding({ kind: 'file' }),
          },
        ]}
      >
        <Button>
          <Plus />
          <Trans>Connect a calendar</Trans>
        </Button>
      </Menu>
      {problem && (
        <Note tone="failed" alert>
          {words(problem)}
        </Note>
      )}
      {adding && <AddDialog adding={adding} onClose={() => setAdding(null)} />}
    </div>
  )
}

/** A calendar service's refusal, shown until the doctor has read it. */
function ConnectError() {
  const [error, setError] = useState(readConnectError)
  if (!error) return null
  return (
    <Note tone="failed" title={<Trans>The calendar was not connected</Trans>}>
      <p lang="en">Error: {error}</p>
      <Button
        small
        look="quiet"
        onClick={() => {
          forgetConnectError()
          setError(null)
        }}
      >
        <Trans>Understood</Trans>
      </Button>
    </Note>
  )
}

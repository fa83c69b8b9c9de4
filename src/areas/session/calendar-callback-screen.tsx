import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { finishConnect } from '../calendar-link/commands.ts'
import { keepConnectError } from '../calendar-link/connect-error.ts'

type Given = { readonly code: string; readonly state: string } | { readonly error: string } | null

/**
 * What the service put into the address. Its text is shown cut and as plain text, and the address is removed from the
 * history.
 */
function readGiven(): Given {
  const query = new URLSearchParams(location.search)
  const error = query.get('error')
  if (error) return { error: error.slice(0, 200) }
  const [code, state] = [query.get('code'), query.get('state')]
  return code && state ? { code, state } : null
}

/**
 * /oauth2callback (SPEC §2): sends a code to the server, then opens /calendar; shows an error; until then a loading
 * text.
 */
export function CallbackScreen() {
  const { i18n } = useLingui()
  const face = useHostFace()
  const navigate = useNavigate()
  const words = useProblemWords()
  const [callback] = useState(readGiven)
  const [problem, setProblem] = useState<Problem | null>(null)
  const hasSent = useRef(false)

  async function finish() {
    if (!callback || 'error' in callback) return
    setProblem(null)
    const outcome = await finishConnect(callback)
    if (outcome.kind === 'done') return navigate({ to: '/calendar', search: {}, replace: true })
    setProblem(outcome)
  }
  useEffect(() => {
    // once, also if React mounts twice: a code works once
    if (hasSent.current) return
    hasSent.current = true
    if (callback && 'error' in callback) keepConnectError(callback.error)
    void finish()
  })

  if (callback && !('error' in callback) && !problem)
    return (
      <EntryPage face={face} title={<Trans>Your calendar is being connected</Trans>}>
        <p role="status">
          <Trans>Loading… The calendar is being read for the first time.</Trans>
        </p>
      </EntryPage>
    )
  return (
    <EntryPage face={face} title={<Trans>The calendar was not connected</Trans>}>
      <Note tone="failed" alert>
        {callback && 'error' in callback ? (
          // SPEC §8's own words, in every language
          <p lang="en">Error: {callback.error}</p>
        ) : (
          <p>{problem ? words(problem) : i18n._(messages.consent_invalid)}</p>
        )}
        {callback && 'error' in callback && (
          <p>
            <Trans>
              The service did not give its consent. Nothing has changed; you can start again from your calendar.
            </Trans>
          </p>
        )}
      </Note>
      {problem?.kind === 'unreachable' && (
        <Button look="primary" block onClick={() => void finish()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Link to="/calendar" search={{}} className="btn block">
        <Trans>Back to the calendar</Trans>
      </Link>
    </EntryPage>
  )
}

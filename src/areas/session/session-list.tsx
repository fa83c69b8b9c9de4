import './session-list.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { OwnSession } from '../../../contract/session/session.account.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { endSessions } from './commands-account.ts'
import { useSessions } from './queries-account.ts'

/** Where one is signed in, on /profile [+]; each session can be ended and is dead within a second (TRUST G24). */
export function SessionList({ zone, whyOffline }: { zone: string; whyOffline?: string | null }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [response, askAgain] = useSessions()
  const [ending, setEnding] = useState<OwnSession | 'all' | null>(null)
  const [wipes, setWipes] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (response.state === 'asking') return <ListSkeleton rows={2} />
  if (response.state === 'none')
    return whyOffline ? <Note tone="offline">{whyOffline}</Note> : <LoadError onRetry={askAgain} />
  const sessions = response.value
  const others = sessions.filter(({ current, left }) => !current && !left)

  const isLeft = ending !== null && ending !== 'all' && ending.left

  async function end(which: OwnSession | 'all') {
    setProblem(null)
    const outcome = await endSessions(which === 'all' ? undefined : which.id, wipes)
    askAgain()
    if (outcome.kind === 'done')
      showToast({
        kind: 'saved',
        title: isLeft
          ? t`Your data is removed the next time it connects.`
          : wipes
            ? t`Signed out there; your data is removed the next time it connects.`
            : t`Signed out there.`,
      })
    // a session that is already gone is the wanted result
    else if (!(outcome.kind === 'refused' && outcome.code === 'session_not_found')) setProblem(words(outcome))
  }
  return (
    <div className="stack">
      {problem ? (
        <Note tone="failed" alert>
          {problem}
        </Note>
      ) : null}
      <ul className="session-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <MonitorSmartphone aria-hidden="true" />
            <div className="grow">
              <b>{session.agent || <Trans>Unknown device</Trans>}</b>
              <div className="sm dim">
                {session.clinic ? <>{session.clinic} · </> : null}
                {session.current ? (
                  <Trans>this device</Trans>
                ) : session.left ? (
                  <Trans>
                    signed out, your encrypted records are still there; used{' '}
                    <RelativeTime at={session.usedAt} zone={zone} />
                  </Trans>
                ) : (
                  <Trans>
                    used <RelativeTime at={session.usedAt} zone={zone} />
                  </Trans>
                )}
              </div>
            </div>
            {session.current ? null : (
              <Button
                small
                whyDisabled={whyOffline}
                showWhy={false}
                onClick={() => {
                  setEnding(session)
                  setWipes(session.left)
                }}
              >
                {session.left ? <Trans>Remove data</Trans> : <Trans>Sign out</Trans>}
                <span className="vh">: {session.agent || t`Unknown device`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 ? (
        <div>
          <Button look="danger" whyDisabled={whyOffline} onClick={() => setEnding('all')}>
            <Plural value={others.length} one="Sign out # other device" other="Sign out # other devices" />
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => {
          if (!open) setEnding(null)
          setWipes(false)
        }}
        title={
          ending === 'all' ? (
            <Trans>Sign out all other devices?</Trans>
          ) : ending?.left ? (
            <Trans>Remove your data from {ending.agent || t`Unknown device`}?</Trans>
          ) : (
            <Trans>Sign out {ending?.agent || t`Unknown device`}?</Trans>
          )
        }
        keep={isLeft ? <Trans>Leave it there</Trans> : <Trans>Stay signed in there</Trans>}
        act={
          isLeft ? (
            <Trans>Remove data</Trans>
          ) : wipes ? (
            <Trans>Sign out and remove data</Trans>
          ) : (
            <Trans>Sign out</Trans>
          )
        }
        danger
        onConfirm={() => {
          if (ending) void end(ending)
          setEnding(null)
        }}
      >
        {isLeft ? (
          <Trans>
            The next time it connects within seven days, all your data there is destroyed, including changes that were
            not sent.
          </Trans>
        ) : wipes ? (
          <Trans>The session ends straight away.</Trans>
        ) : (
          <Trans>
            The session ends straight away. Changes that were not sent stay on that device until you sign in there
            again.
          </Trans>
        )}
        {isLeft ? null : (
          <Checkbox
            checked={wipes}
            onChange={(event) => setWipes(event.target.checked)}
            help={
              <Trans>
                For a lost device. The next time it connects within seven days, all your data there is destroyed,
                including changes that were not sent.
              </Trans>
            }
          >
            <Trans>Remove my data from it as well</Trans>
          </Checkbox>
        )}
      </ConfirmDialog>
    </div>
  )
}

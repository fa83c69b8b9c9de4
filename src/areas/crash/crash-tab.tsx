import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CrashLine } from '../../../contract/crash/crash.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { useMark } from './use-mark.ts'
import { detailsOf } from './details.ts'
import { useCrashes } from './queries.ts'

/**
 * Errors that devices reported, newest first (decision 0080): where in the code, how often, since when. They contain
 * nothing about a person.
 */
export function CrashTab() {
  const words = useProblemWords()
  const { crashes, problem, again } = useCrashes()
  if (problem) return <LoadError onRetry={again}>{words(problem)}</LoadError>
  if (!crashes) return <ListSkeleton />
  if (crashes.length === 0)
    return (
      <p className="dim">
        <Trans>No device has told of a fault in the last 90 days.</Trans>
      </p>
    )
  return (
    <div className="stack">
      {crashes.map((crash) => (
        <Fault key={crash.fingerprint} crash={crash} onSeen={again} />
      ))}
    </div>
  )
}

function Fault({ crash, onSeen }: { crash: CrashLine; onSeen: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const { mark, whyNot } = useMark(crash.fingerprint, onSeen)
  const isNew = !crash.seenAt || crash.seenAt < crash.lastAt
  return (
    <Card
      title={`${crash.name}${crash.code ? ` · ${crash.code}` : ''}`}
      count={<Plural value={crash.count} one="# time" other="# times" />}
      aside={isNew ? t`New` : null}
    >
      <div className="stack-2">
        <KeyValues
          items={[
            { key: t`Screen`, value: crash.place === 'worker' ? t`in the background` : crash.route },
            { key: t`Version of the app`, value: crash.build },
            { key: t`First`, value: <RelativeTime at={Date.parse(crash.firstAt)} zone={zone} /> },
            { key: t`Last`, value: <RelativeTime at={Date.parse(crash.lastAt)} zone={zone} /> },
            { key: t`Met by`, value: crash.known ? t`someone signed in` : t`no one signed in` },
            { key: t`Fingerprint`, value: crash.fingerprint.slice(0, 12) },
          ]}
        />
        {crash.stack.length > 0 && (
          <ol className="crash-stack sm">
            {crash.stack.map((frame, i) => (
              <li key={i}>
                <code>{frame}</code>
              </li>
            ))}
          </ol>
        )}
        <div className="row wrap">
          {isNew && (
            <Button small onClick={mark}>
              <Trans>Mark as seen</Trans>
            </Button>
          )}
          <CopyButton value={detailsOf(crash)} label={t`Copy details`}>
            <Trans>Copy details</Trans>
          </CopyButton>
        </div>
        {whyNot && (
          <p role="alert" className="danger-text sm">
            {whyNot}
          </p>
        )}
      </div>
    </Card>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Job } from '../../../contract/job/job.ts'
import type { JobName } from '../../../contract/job/job.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { JOB_WORDS } from './job-words.ts'

/**
 * Rows of jobs that failed while the job went on: how many, and by which error. Those that were given up can be tried
 * again from here.
 */
export function JobFaults({ jobs, onRetry }: { jobs: readonly Job[]; onRetry: (name: JobName) => void }) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const failing = jobs.filter(({ faults }) => faults.length > 0)
  if (failing.length === 0)
    return (
      <p className="dim">
        <Trans>Nothing within the jobs has failed.</Trans>
      </p>
    )
  return failing.map(({ name, faults, pausedAt }) => (
    <Card key={name} title={i18n._(JOB_WORDS[name])}>
      <div className="stack-2">
        <ul className="job-faults">
          {faults.map(({ failure, waiting, dead, lastAt }) => (
            <li key={failure}>
              <code>{failure}</code>{' '}
              {waiting > 0 && (
                <Plural value={waiting} one="# is tried again by itself" other="# are tried again by themselves" />
              )}
              {waiting > 0 && dead > 0 && ' · '}
              {dead > 0 && (
                <b>
                  <Plural value={dead} one="# was given up" other="# were given up" />
                </b>
              )}{' '}
              <span className="dim sm">
                <RelativeTime at={lastAt} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
        <div className="row wrap">
          <Button small onClick={() => onRetry(name)} whyDisabled={pausedAt ? t`It is paused.` : null}>
            <Trans>Try all again</Trans>
          </Button>
        </div>
      </div>
    </Card>
  ))
}

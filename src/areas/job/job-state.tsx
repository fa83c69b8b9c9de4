import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Job } from '../../../contract/job/job.ts'

/** The state of a job in one word; for a failed one how often and by which error. */
export function JobState({ job: { pausedAt, isRunning, tries, failure } }: { job: Job }) {
  if (pausedAt) return <Trans context="a job">Paused</Trans>
  if (tries > 0)
    return (
      <span className="danger-text">
        <Plural value={tries} one="Failed once" other="Failed # times" /> <code>{failure}</code>
      </span>
    )
  return isRunning ? <Trans context="a job">Running</Trans> : <Trans context="a job">Waits for its time</Trans>
}

/** "every minute", "every hour". */
export function useCadence(): (seconds: number) => string {
  const { t } = useLingui()
  return (seconds) => (seconds < 3600 ? t`every minute` : t`every hour`)
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { Job } from '../../../contract/job/job.ts'
import { whyNotPause } from '../../../contract/job/job.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { JOB_WORDS } from './job-words.ts'
import { JobFaults } from './job-faults.tsx'
import { JobState, useCadence } from './job-state.tsx'
import { useJobs } from './queries.ts'
import { useAct } from './use-act.ts'

/**
 * Jobs that run on a schedule, on all servers together (decision 0102): their state and failures; they can be paused
 * and run again here.
 */
export function JobTab() {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const cadence = useCadence()
  const { jobs, problem, again, setJobs } = useJobs()
  const { act, whyNot } = useAct(setJobs)
  if (!jobs) return problem ? <LoadError onRetry={again}>{words(problem)}</LoadError> : <ListSkeleton rows={8} />
  const nameOf = ({ name }: Job) => i18n._(JOB_WORDS[name])
  const itemsOf = ({ name, pausedAt, isRunning }: Job): MenuItem[] => [
    {
      id: 'retry',
      label: t`Run now`,
      whyDisabled: pausedAt ? t`It is paused.` : isRunning ? t`It is running.` : null,
      onSelect: () => void act('retry', name),
    },
    pausedAt
      ? { id: 'resume', label: t`Resume`, onSelect: () => void act('resume', name) }
      : {
          id: 'pause',
          label: t`Pause`,
          whyDisabled: whyNotPause(name) && t`It guards the data; no one can pause it.`,
          onSelect: () => void act('pause', name),
        },
  ]
  return (
    <div className="stack">
      {problem && (
        <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
          <Trans>This is the last known state.</Trans>
        </Note>
      )}
      {whyNot && (
        <p role="alert" className="danger-text sm">
          {whyNot}
        </p>
      )}
      <JobFaults jobs={jobs} onRetry={(name) => void act('retry', name)} />
      <Table
        label={t`Jobs`}
        rows={jobs}
        keyOf={({ name }) => name}
        markOf={({ tries }) => (tries > 0 ? 'failed' : null)}
        menuOf={(job) => ({ name: nameOf(job), items: itemsOf(job) })}
        columns={[
          { id: 'name', head: <Trans context="work on a timer">Job</Trans>, card: 'title', cell: nameOf },
          { id: 'state', head: <Trans>State</Trans>, card: 'status', cell: (job) => <JobState job={job} /> },
          {
            id: 'done',
            head: <Trans>Last success</Trans>,
            card: 'detail',
            cell: ({ doneAt }) =>
              doneAt ? <RelativeTime at={doneAt} zone={zone} /> : <Trans context="a job">has not run yet</Trans>,
          },
          {
            id: 'every',
            head: <Trans>How often</Trans>,
            priority: 2,
            cell: ({ everySeconds }) => cadence(everySeconds),
          },
        ]}
      />
    </div>
  )
}

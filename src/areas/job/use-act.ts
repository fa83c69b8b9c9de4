import { useState } from 'react'
import type { Job } from '../../../contract/job/job.ts'
import type { JobName } from '../../../contract/job/job.rules.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { actOnJob, type JobAct } from './commands.ts'

/** Pauses, resumes or runs a job; says in words why that failed. */
export function useAct(onDone: (jobs: readonly Job[]) => void) {
  const words = useProblemWords()
  const [whyNot, setWhyNot] = useState<string | null>(null)
  const act = async (what: JobAct, name: JobName) => {
    const outcome = await actOnJob(what, name)
    setWhyNot(outcome.kind === 'done' ? null : words(outcome))
    if (outcome.kind === 'done') onDone(outcome.reply.jobs)
  }
  return { act, whyNot }
}

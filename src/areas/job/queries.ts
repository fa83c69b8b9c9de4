import { useCallback, useEffect, useState } from 'react'
import { jobCalls, type Job } from '../../../contract/job/job.ts'
import { call, type Outcome } from '../../api/call.ts'

type Problem = Exclude<Outcome<unknown>, { kind: 'done' }>

/**
 * The jobs as the server reports them, refreshed while the page is open and never stored here. If the server does not
 * answer, the last state stays.
 */
export function useJobs() {
  const [jobs, setJobs] = useState<readonly Job[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const again = useCallback(() => {
    void call(jobCalls['job.list'], {}).then((outcome) => {
      if (outcome.kind === 'done') setJobs(outcome.reply.jobs)
      setProblem(outcome.kind === 'done' ? null : outcome)
    })
  }, [])
  useEffect(() => {
    again()
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [again])
  return { jobs, problem, again, setJobs }
}

const AGAIN_MS = 15_000

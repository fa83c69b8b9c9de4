import { jobCalls } from '../../../contract/job/job.ts'
import type { JobName } from '../../../contract/job/job.rules.ts'
import { call } from '../../api/call.ts'

export type JobAct = 'pause' | 'resume' | 'retry'

/** Each returns the new state of all jobs. */
export const actOnJob = (act: JobAct, name: JobName) => call(jobCalls[`job.${act}`], { name })

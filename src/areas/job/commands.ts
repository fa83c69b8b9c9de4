import { jobCalls } from '../../../contract/job/job.ts'
import type { JobName } from '../../../contract/job/job.rules.ts'
import { call } from '../../api/call.ts'

export type JobAct = 'pause' | 'resume' | 'retry'

/** Each answers all jobs as they stand then. */
export const actOnJob = (act: JobAct, name: JobName) => call(jobCalls[`job.${act}`], { name })

import { MONEY_JOBS } from '../../server/jobs/money.ts'
import type { Deps } from '../../server/http/handler.ts'

/** Runs each scheduled job on money once, one after the other. */
export async function tendMoney(deps: Deps): Promise<void> {
  for (const job of Object.values(MONEY_JOBS)) await job(deps)
}

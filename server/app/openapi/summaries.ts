import type { CallName } from '../../../contract/calls.ts'
import { accountSummaries } from './summaries/account.ts'
import { careSummaries } from './summaries/care.ts'
import { clinicSummaries } from './summaries/clinic.ts'
import { moneySummaries } from './summaries/money.ts'

/** What each call does, in one sentence for a developer. A call without one does not compile. They are not in the contract, which is part of the app. */
export const summaries: Readonly<Record<CallName, string>> = {
  ...accountSummaries,
  ...careSummaries,
  ...clinicSummaries,
  ...moneySummaries,
}

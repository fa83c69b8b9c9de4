import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Input } from '../../../contract/calls.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { cardPage } from './commands.ts'

/**
 * Opens the provider's page for a visit or a link, and says in words why that is not possible now and what went wrong.
 */
export function useCardPage(of: Input<'transaction.generate'>) {
  const { t } = useLingui()
  const { settings } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const why = offline
    ? t`You need to be online to pay by card. The payment stays open.`
    : settings.cards
      ? null
      : t`Cards are not taken here at the moment.`

  async function pay() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const outcome = await cardPage(of)
    // the button stays busy while the browser leaves for the provider's page
    if (outcome.kind === 'done') return location.assign(outcome.reply.paymentUrl)
    setBusy(false)
    setProblem(words(outcome))
  }
  return { pay: () => void pay(), busy, problem, why }
}

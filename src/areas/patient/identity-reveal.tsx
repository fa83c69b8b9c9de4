import { Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { revealIdentity } from './commands.ts'

/** How long the number is shown before it is covered again. */
const SHOWN_MS = 30_000

/**
 * The identity number, covered. On request it is shown for half a minute, which the server records (rule 56). It is
 * stored nowhere here.
 */
export function IdentityReveal({ card }: { card: Pick<Patient, 'id' | 'name' | 'hasIdentity'> }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [shown, setShown] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (shown === null) return
    const cover = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(cover)
  }, [shown])
  if (!card.hasIdentity)
    return (
      <span className="dim">
        <Trans>not recorded</Trans>
      </span>
    )
  async function reveal() {
    setBusy(true)
    const outcome = await revealIdentity(card.id)
    setBusy(false)
    if (outcome.kind === 'done') setShown(outcome.reply.identity ?? '')
    else showToast({ kind: 'failed', title: words(outcome) })
  }
  return shown === null ? (
    <span className="identity">
      <span aria-label={t`hidden`}>•••••••</span>
      <IconButton
        small
        look="quiet"
        label={t`Show the identity number of ${card.name}. This is recorded in the audit log.`}
        icon={<Eye />}
        aria-busy={busy || undefined}
        whyDisabled={offline ? t`You need to be online to do this.` : null}
        onClick={() => void reveal()}
      />
    </span>
  ) : (
    <span className="identity" role="status">
      {shown}
    </span>
  )
}

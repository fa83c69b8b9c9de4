import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { requireFactor } from './commands.ts'

/** Whether the clinic's users and doctors need a second factor (TRUST D3); no one is signed out, each sets it up at their next sign-in. */
export function FactorPart({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const { kick } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isRequired = clinic.factorRequired ?? false
  async function confirm() {
    const outcome = await requireFactor(clinic.id, !isRequired)
    kick()
    setProblem(outcome.kind === 'done' ? null : outcome)
    if (outcome.kind === 'done')
      showToast({
        kind: 'saved',
        title: isRequired ? t`Two-step sign-in is now optional` : t`Two-step sign-in is now required`,
      })
  }
  return (
    <div className="card-body stack">
      {problem && <Note tone="failed" alert title={words(problem)} />}
      <Note
        icon={isRequired ? <ShieldCheck aria-hidden="true" /> : <ShieldOff aria-hidden="true" />}
        title={isRequired ? <Trans>Two-step sign-in is required</Trans> : <Trans>Two-step sign-in is optional</Trans>}
      >
        {isRequired ? (
          <Trans>
            All users and doctors of this clinic sign in with their password and a code of their phone. Whoever has not
            set it up yet is guided through it at the next sign-in.
          </Trans>
        ) : (
          <Trans>Each user and doctor decides alone whether a code of their phone is asked for at the sign-in.</Trans>
        )}
      </Note>
      <div className="row wrap">
        <Button
          look={isRequired ? 'danger' : 'default'}
          whyDisabled={offline ? t`You need to be online to change this.` : null}
          onClick={() => setAsking(true)}
        >
          {isRequired ? <Trans>Make it optional</Trans> : <Trans>Require two-step sign-in</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isRequired ? t`Make two-step sign-in optional?` : t`Require two-step sign-in from everyone?`}
        keep={<Trans>Leave as it is</Trans>}
        act={isRequired ? <Trans>Make it optional</Trans> : <Trans>Require two-step sign-in</Trans>}
        danger={isRequired}
        onConfirm={confirm}
      >
        {isRequired ? (
          <Trans>
            Users and doctors may turn it off again. A stolen password is then enough to open the patients’ records.
          </Trans>
        ) : (
          <Trans>
            No one is signed out. At their next sign-in, users and doctors of this clinic need an authenticator app on
            their phone.
          </Trans>
        )}
      </ConfirmDialog>
    </div>
  )
}

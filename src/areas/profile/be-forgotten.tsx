import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { askErasure } from '../patient/commands-record.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { useOwnCard } from './queries.ts'

/**
 * A patient's request to be erased. It goes to those who hold their record, who decide what the law makes them keep; it
 * can be withdrawn while it waits.
 */
export function BeForgotten() {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const offline = useIsOffline()
  const since = useOwnCard()?.erasureAskedAt ?? null
  const [asking, setAsking] = useState(false)
  const why = offline ? t`You need to be online to do this.` : null
  const ask = async (wanted: boolean) => {
    const outcome = await askErasure(device, wanted)
    if (outcome.kind !== 'done') showToast({ kind: 'failed', title: words(outcome) })
    else showToast({ title: wanted ? t`Your clinic has been told.` : t`Your request has been withdrawn.` })
  }
  return (
    <Card title={<Trans>Have everything about me erased</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            Your clinic is asked to forget you: name, contact, notes, medication advice, reports, files and comments. It
            tells you if the law makes it keep something for longer. Appointments and payments stay without your name.
          </Trans>
        </p>
        {since ? (
          <Note title={t`You asked for it on ${formatDate(since, device.zone)}.`}>
            <Button whyDisabled={why} onClick={() => void ask(false)}>
              <Trans>Undo</Trans>
            </Button>
          </Note>
        ) : (
          <div>
            <Button look="danger" whyDisabled={why} onClick={() => setAsking(true)}>
              <Trans>Ask for erasure</Trans>
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={<Trans>Ask for your data to be erased?</Trans>}
        keep={<Trans>Keep my record</Trans>}
        act={<Trans>Ask for erasure</Trans>}
        onConfirm={() => ask(true)}
      >
        <Trans>
          Download your data first if you may need it. Until your clinic erases it you can sign in and withdraw your
          request; afterwards nothing can be restored.
        </Trans>
      </ConfirmDialog>
    </Card>
  )
}

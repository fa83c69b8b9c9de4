import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { keepBack, publishWaiting } from './commands.ts'
import { KIND_WORDS } from './moderation-words.ts'
import { WaitingText } from './waiting-text.tsx'

/**
 * One waiting text in full, with the buttons to publish or reject it. The server compares the version shown here; if
 * the text has changed, the new one has to be read first.
 */
export function ReadDialog({
  waiting,
  onClose,
  onDecided,
}: {
  waiting: Waiting
  onClose: () => void
  onDecided: () => void
}) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const problemWords = useProblemWords()
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { kind, title, language, byName, doctorName, clinicName, since, published, reportReason } = waiting
  const whyNot = offline ? t`You need to be online to publish or withdraw.` : running ? t`One moment…` : null

  async function decide(act: typeof publishWaiting | typeof keepBack, note: string) {
    setRunning(true)
    setProblem(null)
    const outcome = await act(device, waiting)
    setRunning(false)
    if (outcome.kind === 'done') {
      showToast({ kind: 'saved', title: note })
      onClose()
    } else
      setProblem(
        outcome.kind === 'refused' && outcome.code === 'changed_since'
          ? t`Its text has changed in the meantime. Read it again, then publish it.`
          : problemWords(outcome),
      )
    onDecided()
  }

  return (
    <Dialog
      open
      wide={kind === 'article'}
      onOpenChange={(open) => !open && onClose()}
      title={title ? <span lang={language ?? undefined}>{title}</span> : i18n._(wordOf(KIND_WORDS, kind))}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button whyDisabled={whyNot} showWhy={offline} onClick={() => void decide(keepBack, t`It stays unpublished`)}>
            {published ? <Trans>Withdraw</Trans> : <Trans>Keep it unpublished</Trans>}
          </Button>
          <Button
            look="primary"
            whyDisabled={whyNot}
            showWhy={offline}
            onClick={() => void decide(publishWaiting, t`Published`)}
          >
            {published ? <Trans>Keep it published</Trans> : <Trans>Publish</Trans>}
          </Button>
        </>
      }
    >
      <div className="stack-2">
        <WaitingText waiting={waiting} />
        {reportReason && (
          <Note tone="waiting" title={<Trans>The doctor asks you to look at it</Trans>}>
            <p className="waiting-whole">{reportReason}</p>
          </Note>
        )}
        <KeyValues
          items={[
            ...(byName ? [{ key: <Trans>Written by</Trans>, value: byName }] : []),
            ...(doctorName ? [{ key: <Trans>Doctor</Trans>, value: doctorName }] : []),
            ...(clinicName ? [{ key: <Trans>Clinic</Trans>, value: clinicName }] : []),
            { key: <Trans>Waits since</Trans>, value: formatDateTime(since, device.zone) },
          ]}
        />
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useDoctors } from '../doctor/queries.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { Stars } from '../../ui/stars.tsx'
import { ClinicAnswer } from './clinic-answer.tsx'
import { CommentState } from './comment-state.tsx'
import type { ShownComment } from './queries.ts'

/** One comment in full. */
export function CommentDialog({ comment, onClose }: { comment: ShownComment; onClose: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const doctor = useDoctors()?.get(comment.doctorId)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Comment of {comment.patientName}</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="stack-2">
        <Stars value={comment.rate} />
        {comment.content ? (
          <p className="comment-whole">{comment.content}</p>
        ) : (
          <p className="dim">
            <Trans>Stars alone, no text.</Trans>
          </p>
        )}
        <ClinicAnswer comment={comment} />
        {comment.reportReason && (
          <Note tone="waiting" title={<Trans>The doctor asks you to look at it</Trans>}>
            <p className="comment-whole">{comment.reportReason}</p>
          </Note>
        )}
        <KeyValues
          items={[
            { key: <Trans>Doctor</Trans>, value: doctor ? fullName(doctor) : t`not on this device` },
            { key: <Trans>Written</Trans>, value: formatDateTime(comment.createdAt, zone) },
            { key: <Trans>Status</Trans>, value: <CommentState comment={comment} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CalendarCheck, Eye, EyeOff, Flag, MessageSquareReply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useClinics } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import {
  answerComment,
  publishAnswer,
  publishComment,
  reportComment,
  unpublishAnswer,
  unpublishComment,
} from './commands.ts'
import { ClinicAnswer } from './clinic-answer.tsx'
import { CommentDialog } from './comment-dialog.tsx'
import type { ShownComment } from './queries.ts'

type Asks = 'publish' | 'unpublish' | 'report' | 'deleteAnswer' | 'publishAnswer' | 'unpublishAnswer'
type Act = 'read' | 'answer' | Asks

/**
 * What may be done with a comment (rule 77): everyone reads it; admins, and the users of a private clinic, publish and
 * withdraw it and its answer; its clinic may answer; its doctor may report it to them.
 */
export function useCommentActs() {
  const { t } = useLingui()
  const { person } = useDevice()
  const clinics = useClinics()
  const navigate = useNavigate()
  const [pending, setPending] = useState<{ act: Act; comment: ShownComment } | null>(null)
  const publishes =
    person.type === 'admin' || (person.type === 'clinic' && clinics?.get(person.clinicId ?? '')?.private === true)

  function itemsOf(comment: ShownComment): MenuItem[] {
    const item = (act: Act, label: string, icon: React.ReactNode): MenuItem => ({
      id: act,
      label,
      icon,
      onSelect: () => setPending({ act, comment }),
    })
    const reported = comment.reportedAt !== null
    const answers = person.type === 'clinic' && comment.clinicId === person.clinicId
    return [
      item('read', t`Read`, <BookOpen />),
      ...(publishes && (!comment.published || reported)
        ? [item('publish', comment.published ? t`Keep it published` : t`Publish`, <Eye />)]
        : []),
      ...(publishes && (comment.published || reported)
        ? [item('unpublish', comment.published ? t`Withdraw` : t`Keep it unpublished`, <EyeOff />)]
        : []),
      ...(answers ? [item('answer', comment.answer ? t`Edit the answer` : t`Answer`, <MessageSquareReply />)] : []),
      ...(answers && comment.answer ? [item('deleteAnswer', t`Delete the answer`, <Trash2 />)] : []),
      ...(publishes && comment.answer
        ? [
            comment.answerPublished
              ? item('unpublishAnswer', t`Withdraw the answer`, <EyeOff />)
              : item('publishAnswer', t`Publish the answer`, <Eye />),
          ]
        : []),
      ...(person.type === 'doctor' && !reported ? [item('report', t`Report to the admin`, <Flag />)] : []),
      {
        id: 'visit',
        label: t`Open the appointment`,
        icon: <CalendarCheck />,
        onSelect: () => void navigate({ to: '/appointment/$id', params: { id: comment.appointmentId } }),
      },
    ]
  }

  const close = () => setPending(null)
  const dialogs =
    pending?.act === 'read' ? (
      <CommentDialog comment={pending.comment} onClose={close} />
    ) : pending?.act === 'answer' ? (
      <AnswerDialog comment={pending.comment} publishes={publishes} onClose={close} />
    ) : pending ? (
      <AskDialog act={pending.act} comment={pending.comment} onClose={close} />
    ) : null
  return { itemsOf, dialogs, read: (comment: ShownComment) => setPending({ act: 'read', comment }) }
}

function AskDialog({ act, comment, onClose }: { act: Asks; comment: ShownComment; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const name = comment.patientName
  const words = {
    publish: {
      title: <Trans>Publish the comment of {name}?</Trans>,
      act: <Trans>Publish</Trans>,
      text: <Trans>It is shown with its stars on the doctor’s page and counts in the doctor’s rating.</Trans>,
      run: () => publishComment(device, comment.id),
      said: t`Comment published: ${name}`,
    },
    unpublish: {
      title: <Trans>Withdraw the comment of {name}?</Trans>,
      act: <Trans>Withdraw</Trans>,
      text: <Trans>It is no longer shown and does not count in the doctor’s rating. It can be published again.</Trans>,
      run: () => unpublishComment(device, comment.id),
      said: t`Comment withdrawn: ${name}`,
    },
    report: {
      title: <Trans>Report the comment of {name}?</Trans>,
      act: <Trans context="act">Report</Trans>,
      text: (
        <Trans>
          Whoever publishes comments is asked to look at it again, and reads your reason. The patient is not told.
        </Trans>
      ),
      run: (reason: string) => reportComment(device, comment.id, reason),
      said: t`Comment reported: ${name}`,
    },
    deleteAnswer: {
      title: <Trans>Delete the answer to {name}?</Trans>,
      act: <Trans>Delete</Trans>,
      text: <Trans>It is no longer shown anywhere. The comment stays as it is, and you can answer again.</Trans>,
      run: () => answerComment(device, comment.id, '', false),
      said: t`Answer deleted: ${name}`,
    },
    publishAnswer: {
      title: <Trans>Publish the answer to {name}?</Trans>,
      act: <Trans>Publish</Trans>,
      text: <Trans>It is shown under the comment wherever the comment is public, and to the patient.</Trans>,
      run: () => publishAnswer(device, comment.id),
      said: t`Answer published: ${name}`,
    },
    unpublishAnswer: {
      title: <Trans>Withdraw the answer to {name}?</Trans>,
      act: <Trans>Withdraw</Trans>,
      text: <Trans>It is no longer shown. The comment stays as it is, and the answer can be published again.</Trans>,
      run: () => unpublishAnswer(device, comment.id),
      said: t`Answer withdrawn: ${name}`,
    },
  }[act]
  return (
    <ConfirmDialog
      open
      danger={act === 'unpublish' || act === 'deleteAnswer'}
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      keep={<Trans>Cancel</Trans>}
      act={words.act}
      {...(act === 'report' && { reason: { label: <Trans>Reason</Trans>, required: true } })}
      onConfirm={async (reason) => {
        // without room on the device the question stays open
        if (!(await say(() => words.run(reason), words.said))) throw new Error('not saved')
      }}
    >
      {act === 'publishAnswer' && <ClinicAnswer comment={comment} />}
      <p>{words.text}</p>
      <p>
        <Trans>No message is sent. Nothing is charged or refunded.</Trans>
      </p>
    </ConfirmDialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, MessageSquareReply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { whyNotAnswer, whyNotPublish } from '../../../contract/question/question.rules.ts'
import { useClinics } from '../clinic/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { deleteQuestion, publishQuestion, unpublishQuestion } from './commands.ts'
import type { ShownQuestion } from './queries.ts'

type Act = 'publish' | 'unpublish' | 'delete'

/**
 * What may be done with a question (rules 77, 78): doctors answer; admins, and the users of a private clinic, publish,
 * withdraw and delete. `onAnswer` opens the form, `onGone` is called after it was deleted.
 */
export function useQuestionActs({
  onAnswer,
  onGone,
}: {
  onAnswer: (question: ShownQuestion) => void
  onGone?: () => void
}) {
  const { t, i18n } = useLingui()
  const { person } = useDevice()
  const clinics = useClinics()
  const [pending, setPending] = useState<{ act: Act; question: ShownQuestion } | null>(null)
  const publishes =
    person.type === 'admin' || (person.type === 'clinic' && clinics?.get(person.clinicId ?? '')?.private === true)

  function itemsOf(question: ShownQuestion): MenuItem[] {
    const ask = (act: Act) => () => setPending({ act, question })
    const words = (why: ReturnType<typeof whyNotPublish>) => (why ? i18n._(messages[why]) : null)
    return [
      ...(person.type === 'doctor'
        ? [
            {
              id: 'answer',
              label: question.answer ? t`Edit the answer` : t`Answer`,
              icon: <MessageSquareReply />,
              whyDisabled: words(whyNotAnswer(question, person)),
              onSelect: () => onAnswer(question),
            },
          ]
        : []),
      ...(!publishes
        ? []
        : question.published
          ? [{ id: 'unpublish', label: t`Withdraw`, icon: <EyeOff />, onSelect: ask('unpublish') }]
          : [
              {
                id: 'publish',
                label: t`Publish`,
                icon: <Eye />,
                whyDisabled: words(whyNotPublish(question)),
                onSelect: ask('publish'),
              },
            ]),
      ...(publishes
        ? [{ id: 'delete', label: t`Delete`, icon: <Trash2 />, danger: true, onSelect: ask('delete') }]
        : []),
    ]
  }
  const dialogs = pending && <AskDialog {...pending} onClose={() => setPending(null)} onGone={onGone} />
  return { itemsOf, dialogs }
}

function AskDialog({
  act,
  question,
  onClose,
  onGone,
}: {
  act: Act
  question: ShownQuestion
  onClose: () => void
  onGone: (() => void) | undefined
}) {
  const { t } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const words = {
    publish: {
      title: <Trans>Publish this question with its answer?</Trans>,
      act: <Trans>Publish</Trans>,
      text: <Trans>Everyone can read it on the booking site.</Trans>,
      run: () => publishQuestion(device, question.id),
      said: t`Question published`,
    },
    unpublish: {
      title: <Trans>Withdraw this question?</Trans>,
      act: <Trans>Withdraw</Trans>,
      text: <Trans>It is no longer shown on the booking site. It can be published again.</Trans>,
      run: () => unpublishQuestion(device, question.id),
      said: t`Question withdrawn`,
    },
    delete: {
      title: <Trans>Delete this question?</Trans>,
      act: <Trans>Delete</Trans>,
      text: (
        <Trans>The question, its answer and its counters are gone. This cannot be undone once it has been sent.</Trans>
      ),
      run: () => deleteQuestion(device, question.id),
      said: t`Question deleted`,
    },
  }[act]
  return (
    <ConfirmDialog
      open
      danger={act !== 'publish'}
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      keep={<Trans>Cancel</Trans>}
      act={words.act}
      onConfirm={async () => {
        // without room on the device the question stays open
        if (!(await say(words.run, words.said))) throw new Error('not saved')
        if (act === 'delete') onGone?.()
      }}
    >
      <blockquote className="question-cite">{question.content}</blockquote>
      <p>{words.text}</p>
      <p>
        <Trans>No message is sent. Nothing is charged or refunded.</Trans>
      </p>
    </ConfirmDialog>
  )
}

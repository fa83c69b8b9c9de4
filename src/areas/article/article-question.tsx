import { Trans, useLingui } from '@lingui/react/macro'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { deleteArticle, publishArticle, unpublishArticle } from './commands.ts'
import type { ShownArticle } from './queries.ts'

export type ArticleQuestionKind = 'publish' | 'unpublish' | 'delete'

/** Confirms that an article is published, withdrawn or deleted (SPEC §4). */
export function ArticleQuestion({
  kind,
  article,
  onClose,
}: {
  kind: ArticleQuestionKind
  article: ShownArticle
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const saySaved = useSaySaved()
  const { id, title, version } = article
  const isDoctor = device.person.type === 'doctor'

  async function run() {
    if (kind === 'delete') return void (await saySaved(() => deleteArticle(device, id), t`“${title}” is deleted`))
    const outcome = await (kind === 'publish' ? publishArticle : unpublishArticle)(device, id, version)
    if (outcome.kind === 'done')
      return showToast({
        kind: 'saved',
        title: kind === 'publish' ? t`“${title}” is published` : t`“${title}” is not public any more`,
      })
    const isChanged = outcome.kind === 'refused' && outcome.code === 'changed_since'
    showToast({
      kind: 'failed',
      title: t`Nothing was changed`,
      text: isChanged ? t`Its text has changed in the meantime. Read it again, then publish it.` : words(outcome),
    })
  }

  const texts = {
    publish: {
      title: <Trans>Publish “{title}”?</Trans>,
      act: <Trans>Publish</Trans>,
      says: <Trans>Everyone can read it on the public pages. It can be withdrawn at any time.</Trans>,
    },
    unpublish: {
      title: <Trans>Withdraw “{title}”?</Trans>,
      act: <Trans>Withdraw</Trans>,
      says: isDoctor ? (
        <Trans>No one can read it until someone else publishes it again.</Trans>
      ) : (
        <Trans>No one can read it until it is published again.</Trans>
      ),
    },
    delete: {
      title: <Trans>Delete “{title}”?</Trans>,
      act: <Trans>Delete</Trans>,
      says: <Trans>Its text is gone for good; the pictures stay in the library.</Trans>,
    },
  }[kind]
  return (
    <ConfirmDialog
      open
      danger={kind === 'delete'}
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      keep={<Trans>Leave it as it is</Trans>}
      act={texts.act}
      onConfirm={run}
    >
      {texts.says}
    </ConfirmDialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { deletePage, publishPage, unpublishPage } from './commands.ts'
import { usePageTitle } from './use-page-title.ts'
import type { ShownPage } from './queries.ts'

export type PageQuestionKind = 'publish' | 'unpublish' | 'delete'

/** Confirms that a page is published, unpublished or deleted (SPEC §4). */
export function PageQuestion({
  kind,
  page,
  onClose,
}: {
  kind: PageQuestionKind
  page: ShownPage
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const titleOf = usePageTitle()
  const title = titleOf(page)
  const { act, done } = {
    publish: { act: publishPage, done: t`“${title}” is published` },
    unpublish: { act: unpublishPage, done: t`“${title}” is not public any more` },
    delete: { act: deletePage, done: t`“${title}” is deleted` },
  }[kind]
  const texts = {
    publish: {
      title: <Trans>Publish “{title}”?</Trans>,
      act: <Trans>Publish</Trans>,
      says: page.inMenu ? (
        <Trans>Everyone can read it, and it is in the menu of the public pages.</Trans>
      ) : (
        <Trans>Everyone who has its address can read it; it is not in any menu.</Trans>
      ),
    },
    unpublish: {
      title: <Trans>Withdraw “{title}”?</Trans>,
      act: <Trans>Withdraw</Trans>,
      says: <Trans>No one can read it until it is published again, and links to it stop working.</Trans>,
    },
    delete: {
      title: <Trans>Delete “{title}”?</Trans>,
      act: <Trans>Delete</Trans>,
      says: <Trans>Its text is gone for good, in all languages.</Trans>,
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
      onConfirm={async () => void (await saySaved(() => act(device, page.id), done))}
    >
      {texts.says}
    </ConfirmDialog>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Page } from '../../../contract/page/page.ts'
import { LANGUAGE_NAMES } from '../../../contract/kernel/constants.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { usePageTitle } from './use-page-title.ts'

/** A static page as its readers see it, in each language it has. */
export function PagePreview({
  page,
  onClose,
}: {
  page: Pick<Page, 'title' | 'content' | 'metaDescription'>
  onClose: () => void
}) {
  const { t } = useLingui()
  const titleOf = usePageTitle()
  const language = useLanguage()
  const filled = page.content.map(({ lang }) => lang)
  const [shown, setShown] = useState(pickText(page.content, language)?.lang ?? language)
  const title = page.title.find(({ lang }) => lang === shown)?.value ?? titleOf(page)
  const meta = page.metaDescription.find(({ lang }) => lang === shown)?.value
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={<span lang={shown}>{title}</span>}
      {...(meta && { description: <span className="sm dim">{meta}</span> })}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="stack">
        {filled.length > 1 && (
          <Segmented
            label={t`Language`}
            value={shown}
            onChange={setShown}
            options={filled.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        )}
        {filled.length > 0 ? (
          <RichText html={page.content.find(({ lang }) => lang === shown)?.value ?? ''} lang={shown} under={2} />
        ) : (
          <p className="dim">
            <Trans>This page has no text yet.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}

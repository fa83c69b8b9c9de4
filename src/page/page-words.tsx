import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Page } from '../../contract/page.ts'
import type { PageSection } from '../../contract/page.rules.ts'
import { useLanguage } from '../i18n/locale.ts'
import { pickText } from '../i18n/multilingual.ts'

export const SECTION_WORDS: Readonly<Record<PageSection, MessageDescriptor>> = {
  main: msg`Main menu`,
  patients: msg`For patients`,
  footer: msg`Foot of the page`,
  legal: msg`Legal`,
}

/** A page's title in the reader's language, or in the one it has (rule 80). */
export function usePageTitle(): (page: Pick<Page, 'title'>) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ title }) => pickText(title, language)?.value ?? t`Without a title`
}

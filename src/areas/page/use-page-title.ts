import { useLingui } from '@lingui/react/macro'
import type { Page } from '../../../contract/page/page.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { pickText } from '../../i18n/multilingual.ts'

/** A page's title in the reader's language, or in a language it has (rule 80). */
export function usePageTitle(): (page: Pick<Page, 'title'>) => string {
  const { t } = useLingui()
  const language = useLanguage()
  return ({ title }) => pickText(title, language)?.value ?? t`Without a title`
}

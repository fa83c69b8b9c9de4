import { useLingui } from '@lingui/react/macro'
import { LANGUAGES } from '../../../contract/kernel/constants.ts'
import { languageOf } from '../../i18n/language.ts'
import { chooseLocale, useLanguage } from '../../i18n/locale.ts'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'

/** The language on pages before sign-in: a native select, which adds no code there. */
export function LanguageSelect() {
  const { t } = useLingui()
  const language = useLanguage()
  if (LANGUAGES.length < 2) return null
  return (
    <span className="sign-in-language">
      <NativeSelect
        aria-label={t`Language`}
        value={language}
        onChange={(event) => void chooseLocale(languageOf(event.target.value))}
      >
        <LanguageOptions />
      </NativeSelect>
    </span>
  )
}

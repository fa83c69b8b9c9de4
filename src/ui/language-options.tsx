import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { LANGUAGE_NAMES } from '../i18n/language.ts'

/** The four languages for a `NativeSelect`, each by its own name. */
export const LanguageOptions = () =>
  LANGUAGES.map((each) => (
    <option key={each} value={each} lang={each}>
      {LANGUAGE_NAMES[each]}
    </option>
  ))

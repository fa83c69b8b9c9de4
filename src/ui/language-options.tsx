import { LANGUAGE_NAMES, LANGUAGES } from '../../contract/kernel/constants.ts'

/** The four languages for a `NativeSelect`, each by its own name. */
export const LanguageOptions = () =>
  LANGUAGES.map((each) => (
    <option key={each} value={each} lang={each}>
      {LANGUAGE_NAMES[each]}
    </option>
  ))

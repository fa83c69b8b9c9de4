import './lang-dots.css'
import { useLingui } from '@lingui/react/macro'
import { LANGUAGE_NAMES, LANGUAGES } from '../../contract/kernel/constants.ts'
import type { Multilingual } from '../i18n/multilingual.ts'

/**
 * A dot with its code for each language of a text, filled or not; in words for screen readers. `label` is the text's
 * name.
 */
export function LangDots({ label, value }: { label: string; value: Multilingual }) {
  const { t } = useLingui()
  const isFilled = (lang: string) => value.some((text) => text.lang === lang && text.value.trim() !== '')
  const missing = LANGUAGES.filter((lang) => !isFilled(lang)).map((lang) => LANGUAGE_NAMES[lang])
  const names = missing.join(', ')
  const words = missing.length ? t`${label}: no text in ${names}` : t`${label}: text in all languages`
  return (
    <span className="lang-dots" role="img" aria-label={words} title={words}>
      {LANGUAGES.map((lang) => (
        <span key={lang} className="lang-dot" data-on={isFilled(lang) || undefined}>
          {lang}
        </span>
      ))}
    </span>
  )
}

import './multilingual-field.css'
import './tabs.css'
import { useLingui } from '@lingui/react/macro'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../contract/kernel/constants.ts'
import { languageOf } from '../i18n/language.ts'
import { useLanguage } from '../i18n/locale.ts'
import type { Multilingual } from '../i18n/multilingual.ts'

/**
 * The frame of a text in several languages: a tab for each, with a full dot if it has text and a hollow one if not;
 * `children` draws the box of the open tab.
 */
export function LanguageTabs({
  value,
  invalid,
  onLanguage,
  children,
}: {
  value: Multilingual
  invalid: boolean
  /** Called with the language that is shown. */
  onLanguage?: (lang: Language) => void
  children: (lang: Language, text: string) => ReactNode
}) {
  const { t } = useLingui()
  const [lang, setLang] = useState<Language>(useLanguage())
  const textOf = (of: Language) => value.find((text) => text.lang === of)?.value ?? ''
  return (
    <Radix.Root
      className="ml"
      value={lang}
      onValueChange={(next) => {
        setLang(languageOf(next))
        onLanguage?.(languageOf(next))
      }}
      data-bad={invalid || undefined}
    >
      <Radix.List className="tabs-list ml-tabs" aria-label={t`Language`}>
        {LANGUAGES.map((of) => (
          <Radix.Trigger key={of} value={of} className="tab" lang={of}>
            <span className="tab-fill" data-on={textOf(of).trim() !== '' || undefined} />
            {LANGUAGE_NAMES[of]}
            <span className="vh">{textOf(of).trim() === '' ? t`empty` : t`filled`}</span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      {LANGUAGES.map((of) => (
        <Radix.Content key={of} value={of} tabIndex={-1}>
          {children(of, textOf(of))}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

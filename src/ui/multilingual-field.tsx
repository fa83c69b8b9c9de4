import './multilingual-field.css'
import './tabs.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../contract/constants.ts'
import { LANGUAGE_NAMES, languageOf } from '../i18n/language.ts'
import { useLanguage } from '../i18n/locale.ts'
import { type Multilingual, writeText } from '../i18n/multilingual.ts'
import { FieldGroup } from './field.tsx'

type MultilingualFieldProps = {
  label: string
  value: Multilingual
  onChange: (value: Multilingual) => void
  /** Most letters per language. */
  max: number
  /** Turkish must be filled. */
  required?: boolean
  error?: ReactNode
}

/** A text per language: a tab each, with a full or hollow dot for filled or not; an emptied one is dropped (SPEC §5). */
export function MultilingualField({ label, value, onChange, max, required, error }: MultilingualFieldProps) {
  const { t } = useLingui()
  const [lang, setLang] = useState<Language>(useLanguage())
  const textOf = (of: Language) => value.find((text) => text.lang === of)?.value ?? ''
  const length = textOf(lang).length
  return (
    <FieldGroup
      label={label}
      required={required}
      requiredText={<Trans>Turkish required</Trans>}
      error={error}
      help={
        <span className="row">
          <span className="grow">
            <Trans>Full dot: there is text in this language. An emptied language is not saved.</Trans>
          </span>
          <span className="nowrap">
            {length} / {max}
          </span>
        </span>
      }
    >
      <Radix.Root
        className="ml"
        value={lang}
        onValueChange={(next) => setLang(languageOf(next))}
        data-bad={Boolean(error) || undefined}
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
            <textarea
              className="input"
              lang={of}
              maxLength={max}
              aria-label={`${label}, ${LANGUAGE_NAMES[of]}`}
              aria-required={(required && of === DEFAULT_LANGUAGE) || undefined}
              aria-invalid={Boolean(error) || undefined}
              value={textOf(of)}
              // Kept as typed, spaces too, until it is empty: writeText drops what holds nothing.
              onChange={(event) => onChange(writeText(value, of, event.target.value))}
            />
          </Radix.Content>
        ))}
      </Radix.Root>
    </FieldGroup>
  )
}

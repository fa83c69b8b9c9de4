import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { DEFAULT_LANGUAGE, type Language, LANGUAGE_NAMES } from '../../contract/kernel/constants.ts'
import { LONGEST_LINE, withoutInvisible } from '../../contract/kernel/line.rules.ts'
import { useLanguage } from '../i18n/locale.ts'
import { type Multilingual, writeText } from '../i18n/multilingual.ts'
import { FieldGroup } from './field.tsx'
import { LanguageTabs } from './language-tabs.tsx'

type MultilingualFieldProps = {
  label: string
  value: Multilingual
  onChange: (value: Multilingual) => void
  /** The most letters per language. */
  max: number
  /** Turkish is required. */
  required?: boolean
  error?: ReactNode
}

/**
 * A text in several languages: a tab for each, with a full dot if it has text and a hollow one if not; an emptied
 * language is dropped (SPEC §5).
 */
export function MultilingualField({ label, value, onChange, max, required, error }: MultilingualFieldProps) {
  const [shown, setShown] = useState<Language>(useLanguage())
  const length = value.find(({ lang }) => lang === shown)?.value.length ?? 0
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
      <LanguageTabs value={value} invalid={Boolean(error)} onLanguage={setShown}>
        {(of, text) => (
          <textarea
            className="input"
            lang={of}
            maxLength={max}
            aria-label={`${label}, ${LANGUAGE_NAMES[of]}`}
            aria-required={(required && of === DEFAULT_LANGUAGE) || undefined}
            aria-invalid={Boolean(error) || undefined}
            value={text}
            // Kept as typed, including spaces, until it is empty: writeText drops empty texts.
            onChange={({ target }) => {
              const typed = max <= LONGEST_LINE ? withoutInvisible(target.value) : target.value
              onChange(writeText(value, of, typed))
            }}
          />
        )}
      </LanguageTabs>
    </FieldGroup>
  )
}

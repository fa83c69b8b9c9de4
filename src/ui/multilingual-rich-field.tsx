import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { DEFAULT_LANGUAGE, type Language, LANGUAGE_NAMES } from '../../contract/kernel/constants.ts'
import { useLanguage } from '../i18n/locale.ts'
import { type Multilingual, writeText } from '../i18n/multilingual.ts'
import { FieldGroup } from './field.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { RichTextControl, type RichTextProps, RoomLeft } from './rich-text-field.tsx'

type MultilingualRichFieldProps = Omit<RichTextProps, 'value' | 'onChange' | 'lang'> & {
  value: Multilingual
  onChange: (value: Multilingual) => void
  /** Turkish is required. */
  required?: boolean
  error?: ReactNode
}

/** A rich text in several languages, in the same tabs as a plain one; an emptied language is dropped (SPEC §5). */
export function MultilingualRichField({ value, onChange, required, error, ...rest }: MultilingualRichFieldProps) {
  const { label, max } = rest
  const [shown, setShown] = useState<Language>(useLanguage())
  return (
    <FieldGroup
      label={label}
      required={required}
      requiredText={<Trans>Turkish required</Trans>}
      error={error}
      aside={<RoomLeft length={value.find(({ lang }) => lang === shown)?.value.length ?? 0} max={max} />}
      help={<Trans>Full dot: there is text in this language. An emptied language is not saved.</Trans>}
    >
      <LanguageTabs value={value} invalid={Boolean(error)} onLanguage={setShown}>
        {(of, text) => (
          <RichTextControl
            {...rest}
            label={`${label}, ${LANGUAGE_NAMES[of]}`}
            lang={of}
            required={required && of === DEFAULT_LANGUAGE}
            invalid={Boolean(error)}
            value={text}
            onChange={(html) => onChange(writeText(value, of, html))}
          />
        )}
      </LanguageTabs>
    </FieldGroup>
  )
}

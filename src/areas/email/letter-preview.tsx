import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import { writeLetter } from '../../../contract/email/email.link.ts'
import { TAG_SAMPLES } from '../../../contract/email/email.samples.ts'
import { type Template } from '../../../contract/email/email.templates.ts'
import type { Letter } from '../../../contract/email/email.ts'
import { Segmented } from '../../ui/segmented.tsx'

/** The message as its receiver would read it, filled with sample data; plain text, as it is sent. */
export function LetterPreview({ template, lang, letter }: { template: Template; lang: Language; letter: Letter }) {
  const { t } = useLingui()
  const [by, setBy] = useState<'mail' | 'sms'>('mail')
  const { subject, content, sms } = writeLetter(template, lang, letter, TAG_SAMPLES[lang])
  return (
    <section className="email-preview" aria-label={t`Preview with sample data`}>
      <div className="row wrap">
        <h3 className="eyebrow grow">
          <Trans>Preview with sample data</Trans>
        </h3>
        <Segmented
          label={t`Preview`}
          value={by}
          onChange={setBy}
          options={[
            { value: 'mail', label: t`Email` },
            { value: 'sms', label: t`SMS` },
          ]}
        />
      </div>
      {by === 'mail' ? (
        <article className="email-paper" lang={lang}>
          <h4>{subject}</h4>
          {content
            .trim()
            .split(/\n{2,}/)
            .map((paragraph, index) => (
              // a paragraph's only identity is its position
              <p key={index}>{withLinks(paragraph)}</p>
            ))}
        </article>
      ) : (
        <p className="email-bubble" lang={lang}>
          {sms}
        </p>
      )}
    </section>
  )
}

/** Sample addresses look like links but lead nowhere. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 ? (
      <span key={index} className="email-link">
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import { hasFixedLink, writeLetter } from '../../../contract/email/email.link.ts'
import { tagsFor, whyNotLetter } from '../../../contract/email/email.rules.ts'
import { TAG_SAMPLES } from '../../../contract/email/email.samples.ts'
import { EMAIL_TEMPLATES, type Tag, type Template } from '../../../contract/email/email.templates.ts'
import type { Letter } from '../../../contract/email/email.ts'
import { measureSms } from '../../../contract/email/sms.rules.ts'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { SmsSizeLine } from './sms-size.tsx'
import { TAG_WORDS } from './template-words.ts'

type Part = keyof Letter

/** Subject, content and SMS in one language. A tag's button inserts the tag into the field that was edited last. */
export function LetterFields({
  template,
  lang,
  letter,
  tried,
  onChange,
}: {
  template: Template
  lang: Language
  letter: Letter
  tried: boolean
  onChange: (letter: Letter) => void
}) {
  const { t, i18n } = useLingui()
  const [part, setPart] = useState<Part>('content')
  const boxes = useRef<Partial<Record<Part, HTMLInputElement | HTMLTextAreaElement | null>>>({})
  const names: Readonly<Record<Part, string>> = { subject: t`Subject`, content: t`Content`, sms: t`SMS` }
  const place = names[part]
  const wrong = whyNotLetter(template, letter)

  function insert(tag: Tag) {
    const box = boxes.current[part]
    const [from, to] = [box?.selectionStart ?? letter[part].length, box?.selectionEnd ?? letter[part].length]
    const put = `{${tag}}`
    onChange({ ...letter, [part]: letter[part].slice(0, from) + put + letter[part].slice(to) })
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + put.length, from + put.length)
    })
  }
  function errorOf(of: Part) {
    if (tried && !letter[of].trim()) return t`This cannot be empty.`
    if (wrong?.part !== of) return null
    if (wrong.refused === 'address_in_letter')
      return t`This message carries its own link below the words. Take the other web address out.`
    const tags = wrong.tags.map((tag) => `{${tag}}`).join(' ')
    if (wrong.refused === 'tag_unknown' && wrong.tags.includes('link') && hasFixedLink(template))
      return t`The link is added below the text automatically. Remove ${tags}.`
    if (wrong.refused === 'tag_unknown')
      return of === 'subject' && wrong.tags.includes('link')
        ? t`A link does not belong in the subject: lock screens show it. Take ${tags} out.`
        : t`This template has no ${tags}. Use the tags below.`
    return t`${tags} is required in this message.`
  }
  const boxOf = (of: Part) => ({
    lang,
    value: letter[of],
    onFocus: () => setPart(of),
    ref: (box: HTMLInputElement | HTMLTextAreaElement | null) => void (boxes.current[of] = box),
    onChange: (event: { target: { value: string } }) => onChange({ ...letter, [of]: event.target.value }),
  })

  return (
    <div className="stack">
      <Field label={names.subject} required error={errorOf('subject')}>
        <TextInput {...boxOf('subject')} maxLength={200} autoComplete="off" />
      </Field>
      <Field
        label={names.content}
        required
        error={errorOf('content')}
        help={
          hasFixedLink(template) ? (
            <Trans>Plain text. A blank line starts a paragraph. The link is added below and cannot be changed.</Trans>
          ) : (
            <Trans>Plain text. A blank line starts a paragraph; addresses become links.</Trans>
          )
        }
      >
        <TextArea {...boxOf('content')} className="email-content" maxLength={4000} />
      </Field>
      <Field
        label={names.sms}
        required
        error={errorOf('sms')}
        help={<SmsSizeLine size={measureSms(writeLetter(template, lang, letter, TAG_SAMPLES[lang]).sms)} />}
      >
        <TextArea {...boxOf('sms')} maxLength={600} />
      </Field>
      <FieldGroup
        label={<Trans>Write into {place}</Trans>}
        help={
          <Trans>
            Each is filled in when the message goes. Names of treatments, reasons and medicines have no tag.
          </Trans>
        }
      >
        <div className="row wrap">
          {EMAIL_TEMPLATES[template].tags.map((tag) => {
            const mark = `{${tag}}`
            const what = i18n._(TAG_WORDS[tag])
            const may = tagsFor(template, part).includes(tag)
            return (
              <button
                key={tag}
                type="button"
                className="chip"
                aria-disabled={!may || undefined}
                onClick={() => {
                  if (may) insert(tag)
                }}
              >
                <span className="chip-label">
                  <code>{mark}</code> {what}
                </span>
              </button>
            )
          })}
        </div>
      </FieldGroup>
    </div>
  )
}

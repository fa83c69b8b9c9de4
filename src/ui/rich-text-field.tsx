import './rich-text.css'
import './rich-text-field.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { formatPercent } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { FieldGroup } from './field.tsx'
import type { DrawPicture } from './rich-text.tsx'
import { TextArea } from './text-input.tsx'

/** Pictures in the text: how they are drawn, and how one is chosen. */
export type RichPictures = {
  readonly draw: DrawPicture
  /** Opens the choice; `insert` puts the chosen picture at the cursor. */
  readonly pick: (insert: (id: string, alt: string) => void) => void
  /** Why none can be added now. */
  readonly whyNot?: string | null
}

export type RichTextProps = {
  label: string
  /** HTML as `contract/kernel/rich-text.rules.ts` allows it; empty for none. */
  value: string
  onChange: (html: string) => void
  /** The most letters of the HTML. */
  max: number
  /** The language of the text. */
  lang?: string | undefined
  pictures?: RichPictures | undefined
  disabled?: boolean | undefined
  /** A few lines high rather than a page, for answers. */
  low?: boolean | undefined
}

/**
 * Text with headings, lists, quotes and links, as one form field. The editor loads when the field is first shown, which
 * keeps it out of the app's first files; an installed app has it without a network too.
 */
export function RichTextField({
  required,
  requiredText,
  help,
  error,
  ...control
}: RichTextProps & { required?: boolean; requiredText?: ReactNode; help?: ReactNode; error?: ReactNode }) {
  return (
    <FieldGroup
      label={control.label}
      required={required}
      requiredText={requiredText}
      error={error}
      help={help}
      aside={<RoomLeft length={control.value.length} max={control.max} />}
    >
      <RichTextControl {...control} required={required} invalid={Boolean(error)} />
    </FieldGroup>
  )
}

/** The same without its own label, for a field with several languages. `label` is for screen readers. */
export function RichTextControl(
  props: RichTextProps & { required?: boolean | undefined; invalid?: boolean | undefined },
) {
  const { t } = useLingui()
  return (
    <Unreachable fallback={<Plain {...props} />}>
      <Suspense fallback={<div className="rich-box rich-coming" role="status" aria-label={t`Loading`} />}>
        <Editor {...props} />
      </Suspense>
    </Unreachable>
  )
}

/** How much of the room is used; shown only once it runs out. */
export function RoomLeft({ length, max }: { length: number; max: number }) {
  const language = useLanguage()
  if (length < max * NEARLY) return null
  const used = formatPercent(Math.ceil((length / max) * 100), language)
  return (
    <span className={length > max ? 'danger-text' : undefined}>
      <Trans>{used} of the space used</Trans>
    </span>
  )
}
const NEARLY = 0.8

const Editor = lazy(async () => {
  const { RichTextEditor } = await import('./rich-text-editor.tsx')
  return { default: RichTextEditor }
})

/** If the editor's file cannot be loaded, the text can still be read and is not lost. */
function Plain({ label, value, lang }: RichTextProps) {
  return (
    <>
      <TextArea aria-label={label} lang={lang} value={value} readOnly />
      <p className="help">
        <Trans>The editor could not be loaded. Open this page again when you are online; what you wrote is kept.</Trans>
      </p>
    </>
  )
}

class Unreachable extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

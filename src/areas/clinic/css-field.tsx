import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { CLINIC_TEXTS, type CssProblem } from '../../../contract/clinic/clinic.fields.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { checkCss } from './commands.ts'

type Checked = { readonly css: string; readonly problems: readonly CssProblem[] }

/** Page CSS with the server's verdict: a preview, or the refused parts line by line (TRUST D7). */
export function CssField({
  value,
  before,
  onChange,
}: {
  value: string
  /** The saved CSS, to which reset returns. */
  before: string
  onChange: (css: string) => void
}) {
  const { t, i18n } = useLingui()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const change = (css: string) => {
    setChecked(null)
    onChange(css)
  }
  async function look() {
    const outcome = await checkCss(value)
    setFailed(outcome.kind === 'done' ? null : words(outcome))
    if (outcome.kind === 'done') setChecked(outcome.reply)
  }
  return (
    <div className="stack-2">
      <Field
        id="clinic-css"
        label={t`Page CSS`}
        aside={`${value.length} / ${CLINIC_TEXTS.css}`}
        error={failed}
        help={<Trans>Only colours, fonts, borders and spacing. Nothing that loads, positions or hides content.</Trans>}
      >
        <TextArea
          className="css-input"
          value={value}
          maxLength={CLINIC_TEXTS.css}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="row wrap">
        <Button
          small
          whyDisabled={offline ? t`You need to be online: the server checks it.` : null}
          onClick={() => void look()}
        >
          <Trans>Check and preview</Trans>
        </Button>
        <Button
          look="quiet"
          small
          whyDisabled={value === before ? t`Nothing has been changed.` : null}
          showWhy={false}
          onClick={() => change(before)}
        >
          <Trans>Reset to what is saved</Trans>
        </Button>
      </div>
      {checked && checked.problems.length > 0 ? (
        <Note tone="failed" alert title={<Trans>This is not allowed</Trans>}>
          <ul className="css-problems">
            {checked.problems.map(({ line, reason, what }, index) => (
              // the result of a check does not change until the next check
              <li key={index}>
                <Trans>Line {line}</Trans>: {i18n._(REASONS[reason])} <code>{what}</code>
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
      {checked && checked.problems.length === 0 ? <Sample css={checked.css} /> : null}
    </div>
  )
}

/** The rules on a small sample page, with the same scope as on the real one. */
function Sample({ css }: { css: string }) {
  const { t } = useLingui()
  return (
    <div className="brand-preview css-sample" role="group" aria-label={t`Preview of the page`}>
      <style>{css.replaceAll('.clinic-page', '.css-sample')}</style>
      <h2>
        <Trans>Appointments</Trans>
      </h2>
      <section className="card">
        <div className="card-body stack-2">
          <h3>
            <Trans>Next appointment</Trans>
          </h3>
          <p>
            <Trans>Tomorrow at 10:30, 20 minutes.</Trans>
          </p>
          <span className="btn primary">
            <Trans>Book an appointment</Trans>
          </span>
        </div>
      </section>
    </div>
  )
}

const REASONS: Readonly<Record<CssProblem['reason'], MessageDescriptor>> = {
  syntax: msg`this cannot be read:`,
  at_rule: msg`only @media may be used:`,
  selector: msg`this cannot be chosen:`,
  property: msg`this property may not be set:`,
  value: msg`this value may not be used:`,
  adds_up: msg`spaces and borders need a class here, since these elements contain each other:`,
  too_many_rules: msg`there are more than 500 rules:`,
}

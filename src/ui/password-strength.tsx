import './password-strength.css'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Score = 0 | 1 | 2 | 3 | 4

/**
 * How strong a password is, in four steps and in words; `hint` says what would make it stronger. It never blocks the
 * form.
 */
export function PasswordStrength({ score, hint }: { score: Score; hint?: ReactNode }) {
  return (
    <div className="strength" data-score={score}>
      <span className="strength-bar" aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} data-on={step <= score || undefined} />
        ))}
      </span>
      <span role="status">
        <b>{WORDS[score]}</b>
        {hint ? <> {hint}</> : null}
      </span>
    </div>
  )
}

const STEPS = [1, 2, 3, 4] as const

const WORDS: Readonly<Record<Score, ReactNode>> = {
  0: <Trans>Not usable.</Trans>,
  1: <Trans>Weak.</Trans>,
  2: <Trans>Fair.</Trans>,
  3: <Trans>Good.</Trans>,
  4: <Trans>Strong.</Trans>,
}

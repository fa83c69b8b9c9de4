import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import type { Part } from './booking.ts'

/** One part of the booking: its name left, its fields right. On phones it is a step, named by the step's head. */
export function BookPart({ part, narrow, children }: { part: Part; narrow: boolean; children: ReactNode }) {
  return (
    <section className="book-part" aria-labelledby={headId(part)}>
      {!narrow && (
        <h2 id={headId(part)}>
          <PartName part={part} />
        </h2>
      )}
      <div className="stack">{children}</div>
    </section>
  )
}

/** On phones: the current step, the progress, and Back. */
export function StepHead({ parts, at, onBack }: { parts: readonly Part[]; at: number; onBack: () => void }) {
  const { t } = useLingui()
  const part = parts[at] ?? 'review'
  const step = at + 1
  const count = parts.length
  return (
    <div className="stack-2">
      <div className="step-bars" aria-hidden="true">
        {parts.map((each, index) => (
          <span key={each} data-on={index <= at || undefined} />
        ))}
      </div>
      <div className="row step-head">
        {at > 0 && <IconButton look="quiet" label={t`One step back`} icon={<ArrowLeft />} onClick={onBack} />}
        <h2 id={headId(part)} tabIndex={-1} className="grow">
          <PartName part={part} />
        </h2>
        <span className="sm dim">
          <Trans>
            {step} of {count}
          </Trans>
        </span>
      </div>
    </div>
  )
}

/** The heading of a part, which takes the focus when its step begins. */
export const headId = (part: Part) => `book-part-${part}`

function PartName({ part }: { part: Part }) {
  switch (part) {
    case 'patient':
      return <Trans>Patient</Trans>
    case 'doctor':
      return <Trans>Doctor</Trans>
    case 'time':
      return <Trans>Day and time</Trans>
    case 'payment':
      return <Trans>Payment and note</Trans>
    case 'review':
      return <Trans>Check and book</Trans>
  }
}

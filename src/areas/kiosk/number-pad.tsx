import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'

/** Ten digits with two keys below; a keyboard's digits, Backspace and Escape do the same. */
export function NumberPad({
  onDigit,
  onDelete,
  onBack,
}: {
  onDigit: (digit: string) => void
  onDelete: () => void
  onBack: () => void
}) {
  const { t } = useLingui()
  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (/^\d$/.test(event.key)) onDigit(event.key)
      else if (event.key === 'Backspace') onDelete()
      else if (event.key === 'Escape') onBack()
    }
    addEventListener('keydown', type)
    return () => removeEventListener('keydown', type)
  })
  return (
    <div className="kiosk-pad">
      {[...'123456789'].map((digit) => (
        <button key={digit} type="button" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className="kiosk-key-word" onClick={onDelete}>
        {t`Delete`}
      </button>
      <button type="button" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" className="kiosk-key-word" onClick={onBack}>
        {t`Back`}
      </button>
    </div>
  )
}

/** A place for each digit, with gaps after some; with `hidden` it shows that a digit was typed, but not which. */
export function Digits({
  typed,
  length,
  gaps = [],
  hidden,
  label,
}: {
  typed: string
  length: number
  gaps?: readonly number[]
  hidden?: boolean
  /** What is typed here, for screen readers; the progress is added. */
  label: string
}) {
  const { t } = useLingui()
  const count = typed.length
  return (
    <>
      <div className="kiosk-code" aria-hidden="true">
        {Array.from({ length }, (_, i) => (
          <span
            key={i}
            className={[gaps.includes(i) && 'kiosk-gap', i === count && 'kiosk-cursor'].filter(Boolean).join(' ')}
          >
            {typed[i] === undefined ? '' : hidden ? '•' : typed[i]}
          </span>
        ))}
      </div>
      <span className="vh" role="status">
        {label}: {t`${count} of ${length} digits typed`}
      </span>
    </>
  )
}

import './slot-picker.css'
import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export type Slot = {
  /** Identifies the slot for the caller, for example its start. */
  id: string
  /** The time as shown: 09:20. */
  label: string
  /** Taken ones are shown, never hidden; held ones are reserved for this person. */
  state: 'free' | 'taken' | 'held'
}

/** Free times of a day in groups (morning, afternoon). Arrows move among the free ones, taken ones are read out as such. */
export function SlotPicker({
  groups,
  value,
  onChange,
}: {
  groups: readonly { label: ReactNode; slots: readonly Slot[] }[]
  value: string | null
  onChange: (id: string) => void
}) {
  const name = useId()
  return (
    <div className="stack">
      {groups.map(({ label, slots }, index) => (
        // Parts of one day in fixed order; a part's index is its identity.
        <fieldset key={index} className="stack-2">
          <legend className="slot-part">{label}</legend>
          <div className="slots">
            {slots.map((slot) => (
              <label key={slot.id} className="slot" data-state={slot.state}>
                <input
                  type="radio"
                  className="vh"
                  name={name}
                  value={slot.id}
                  checked={slot.id === value}
                  disabled={slot.state === 'taken'}
                  onChange={() => onChange(slot.id)}
                />
                {slot.state === 'held' && <Clock />}
                <span>{slot.label}</span>
                {slot.state !== 'free' && (
                  <span className="vh">
                    {slot.state === 'taken' ? <Trans>taken</Trans> : <Trans>kept for you</Trans>}
                  </span>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

import './stars.css'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'

const STARS = [1, 2, 3, 4, 5] as const
export type StarCount = (typeof STARS)[number]

/** A rating of up to five stars to read, with words for screen readers. */
export function Stars({ value }: { value: StarCount }) {
  const { t } = useLingui()
  return (
    <span className="stars" role="img" aria-label={t`${value} of 5 stars`}>
      {STARS.map((star) => (
        <Star key={star} aria-hidden="true" data-on={star <= value || undefined} />
      ))}
    </span>
  )
}

/** A rating of one to five stars; belongs inside a `FieldGroup`. Arrow keys go from star to star. */
export function StarsInput({
  name,
  value,
  onChange,
}: {
  name: string
  value: StarCount | null
  onChange: (value: StarCount) => void
}) {
  return (
    <span className="stars-input">
      {STARS.map((star) => (
        <label key={star} data-on={(value !== null && star <= value) || undefined}>
          <input
            type="radio"
            className="vh"
            name={name}
            value={star}
            checked={star === value}
            aria-label={plural(star, { one: '# star', other: '# stars' })}
            onChange={() => onChange(star)}
          />
          <Star aria-hidden="true" />
        </label>
      ))}
    </span>
  )
}

import { Plural } from '@lingui/react/macro'
import type { RecipeLine } from '../../../contract/recipe/recipe.ts'

/** Dose, frequency and duration, as far as they are given. */
export function LineFacts({ line: { dose, times, days } }: { line: RecipeLine }) {
  if (!dose && !times && days === null) return null
  return (
    <p>
      {[dose, times].filter(Boolean).join(' · ')}
      {days !== null && (
        <>
          {dose || times ? ' · ' : null}
          <Plural value={days} one="# day" other="# days" />
        </>
      )}
    </p>
  )
}

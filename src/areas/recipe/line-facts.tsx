import { Plural } from '@lingui/react/macro'
import type { RecipeLine } from '../../../contract/recipe/recipe.ts'

/** Dose, how often and how long, as far as they are said. */
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

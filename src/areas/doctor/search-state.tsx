import { Plural, Trans } from '@lingui/react/macro'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { useSearchedDoctors } from './queries-search.ts'

/**
 * Says why only the doctors of this device are shown, and how many; draws nothing if the server has answered or need
 * not be asked.
 */
export function SearchState({
  searched: { problem, again },
  here,
}: {
  searched: Pick<ReturnType<typeof useSearchedDoctors>, 'problem' | 'again'>
  here: number
}) {
  const words = useProblemWords()
  if (!problem) return null
  return (
    <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
      <p>
        <Plural
          value={here}
          one="Only the # doctor that this device holds is shown. Others are searched online."
          other="Only the # doctors that this device holds are shown. Others are searched online."
        />
      </p>
      <Button small onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </Note>
  )
}

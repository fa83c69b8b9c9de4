import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useProblemWords } from './problem-words.ts'
import type { Problem } from './problem.ts'

/**
 * Shown instead of data that only the server has, if it cannot be fetched: why, that it is not stored here, and a
 * button to try again.
 */
export function NotKeptNote({
  problem,
  onRetry,
  children,
}: {
  problem: Problem
  onRetry: () => void
  children: ReactNode
}) {
  const words = useProblemWords()
  return (
    <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
      <p>{children}</p>
      <Button small onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Note>
  )
}

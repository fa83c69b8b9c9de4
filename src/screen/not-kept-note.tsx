import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useProblemWords, type Problem } from './problem-words.ts'

/** In place of what is asked of the server each time, where it cannot be had: why, that it is not kept here, and another try. */
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

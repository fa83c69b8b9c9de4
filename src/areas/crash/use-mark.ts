import { useState } from 'react'
import { useProblemWords } from '../../screen/problem-words.ts'
import { markSeen } from './commands.ts'

/** Marks an error as seen; says in words why that failed. */
export function useMark(fingerprint: string, onSeen: () => void) {
  const words = useProblemWords()
  const [whyNot, setWhyNot] = useState<string | null>(null)
  const mark = async () => {
    const outcome = await markSeen(fingerprint)
    setWhyNot(outcome.kind === 'done' ? null : words(outcome))
    if (outcome.kind === 'done') onSeen()
  }
  return { mark, whyNot }
}

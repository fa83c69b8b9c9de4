import type { Input } from '../../../contract/calls.ts'
import { figuresCalls, type FigureLine } from '../../../contract/figures/figures.ts'
import { call } from '../../api/call.ts'
import { useAnswer, type Answer } from '../../screen/use-answer.ts'

/**
 * The figures of a period, counted by the server over all appointments of it; those of another period are not shown
 * meanwhile.
 */
export function useFigures(input: Input<'figures.summary'>): Answer<{ readonly lines: readonly FigureLine[] }> {
  const wanted = JSON.stringify(input)
  const answer = useAnswer(async () => {
    const outcome = await call(figuresCalls['figures.summary'], input)
    return outcome.kind === 'done'
      ? { kind: 'done' as const, reply: { lines: outcome.reply.lines, of: wanted } }
      : outcome
  }, wanted)
  return { ...answer, value: answer.value?.of === wanted ? answer.value : undefined }
}

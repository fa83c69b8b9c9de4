import { Trans } from '@lingui/react/macro'
import { Clapperboard } from 'lucide-react'
import { useEffect } from 'react'
import type { Problem } from '../../screen/problem.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { lookAtVideo } from './commands.ts'

/** The picture and title that the platform has for a code, shown while it is typed. Use the code as `key`. */
export function VideoLook({ code, onLooked }: { code: string; onLooked: (problem: Problem | null) => void }) {
  const { value, problem, asking } = useAnswer(() => lookAtVideo(code), code)
  useEffect(() => {
    onLooked(problem)
    return () => onLooked(null)
  }, [problem, onLooked])
  if (problem) return null
  return (
    <figure className="video-look" aria-busy={asking || undefined}>
      <span className="video-still">
        {value?.thumbnail ? <img src={value.thumbnail} alt="" /> : <Clapperboard aria-hidden="true" />}
      </span>
      <figcaption className="sm dim">{value ? value.title : <Trans>Looking on the platform…</Trans>}</figcaption>
    </figure>
  )
}

import { Trans } from '@lingui/react/macro'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { askPlayer } from './commands.ts'
import type { ShownVideo } from './queries.ts'

/** Plays a video in the platform's frame, which learns only this app's origin (TRUST D7). */
export function VideoPlayer({ video, onClose }: { video: ShownVideo; onClose: () => void }) {
  const words = useProblemWords()
  const { value, problem, again } = useAnswer(askPlayer, 'player')
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={video.title}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {problem ? (
        <Note tone="offline" alert>
          <p>{words(problem)}</p>
          <Button small onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </Note>
      ) : (
        <div className="video-frame">
          {value && (
            <iframe
              src={`${value.player}${video.code}`}
              title={video.title}
              allow="fullscreen; encrypted-media; picture-in-picture"
              // oxlint-disable-next-line react/iframe-missing-sandbox
              sandbox="allow-scripts allow-same-origin allow-presentation"
              referrerPolicy="strict-origin"
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

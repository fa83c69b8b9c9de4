import { Plural, Trans } from '@lingui/react/macro'
import { formatTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { Problem } from './book-facts.ts'
import type { BookingDraft } from './use-booking.ts'

/** What has to be corrected, each with a link to its field. */
export function WrongNote({ wrong, onShow }: { wrong: readonly Problem[]; onShow: (problem: Problem) => void }) {
  return (
    <Note
      tone="failed"
      alert
      title={<Plural value={wrong.length} one="Fix # field before you book" other="Fix # fields before you book" />}
    >
      <ul className="note-links">
        {wrong.map((problem) => (
          <li key={problem.field}>
            <button type="button" className="link" onClick={() => onShow(problem)}>
              {problem.text}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Says that the input is kept here, and offers to start over. */
export function DraftNote({ draft: { keptAt, dirty, restart } }: { draft: BookingDraft }) {
  const { zone } = useDevice()
  if (!dirty || keptAt === null) return null
  return (
    <Note tone="pending" title={<Trans>Draft kept on this device, {formatTime(keptAt, zone)}</Trans>}>
      <Trans>Only you see it until you book.</Trans>
      <br />
      <Button look="quiet" small onClick={() => void restart()}>
        <Trans>Start over</Trans>
      </Button>
    </Note>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Smaller } from '../../ui/use-file-source.tsx'
import { dropShared } from './commands.ts'
import { useShared, type WaitingShare } from './queries-shared.ts'
import { useWrongWords } from './wrong-words.ts'

/**
 * Files shared by other apps that belong to no patient yet (SCREENS B9). With `onAdd` the patient is known and the
 * files are added one after the other; elsewhere the note asks the person to open the patient's card.
 */
export function SharedNote({ onAdd }: { onAdd?: (files: readonly WaitingShare[]) => void }) {
  const device = useDevice()
  const words = useWrongWords()
  const shared = useShared()
  if (!shared.length) return null
  const good = shared.filter(({ wrong }) => !wrong)
  return (
    <Note
      tone={good.length ? 'waiting' : 'failed'}
      title={
        good.length ? (
          <Plural value={good.length} one="# file was shared with this app" other="# files were shared with this app" />
        ) : (
          <Trans>What was shared with this app cannot be added</Trans>
        )
      }
    >
      <ul className="plain">
        {shared.map(({ draft, name, wrong, made }) => (
          <li key={draft}>
            {wrong ? `${name}: ${words[wrong]}` : name}
            {made ? <Smaller made={made} /> : null}
          </li>
        ))}
      </ul>
      {good.length > 0 && !onAdd ? (
        <p>
          <Trans>Open the patient’s record, then “Files”.</Trans>
        </p>
      ) : null}
      <div className="row wrap">
        {good.length > 0 && onAdd ? (
          <Button small look="primary" onClick={() => onAdd(good)}>
            <Trans>Add them here</Trans>
          </Button>
        ) : null}
        <Button
          small
          onClick={() =>
            void dropShared(
              device,
              shared.map(({ draft }) => draft),
            )
          }
        >
          <Trans>Do not keep them</Trans>
        </Button>
      </div>
    </Note>
  )
}

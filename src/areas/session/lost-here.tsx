import { Trans } from '@lingui/react/macro'
import { LostWords } from '../../screen/lost-words.tsx'
import { Note } from '../../ui/note.tsx'
import { useLostHere } from './queries-lost.ts'

/**
 * Shown before sign-in if the browser has deleted unsent work of this device (I2). Only the owner is told whose it was.
 * Otherwise draws nothing.
 */
export function LostHere() {
  const lost = useLostHere()
  if (!lost) return null
  return (
    <Note tone="failed" title={<Trans>This device’s storage was cleared</Trans>}>
      <LostWords lost={lost} />
      <p>
        <Trans>Whoever made them is told again after signing in.</Trans>
      </p>
    </Note>
  )
}

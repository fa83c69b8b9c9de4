import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import type { FormDraft } from './form-draft.ts'

/** Says that the form shows restored input, and offers to start over; otherwise draws nothing. */
export function DraftNote({ draft: { restored, drop } }: { draft: Pick<FormDraft<object>, 'restored' | 'drop'> }) {
  if (!restored) return null
  return (
    <Note title={<Trans>Your draft has been restored</Trans>}>
      <Button small onClick={() => void drop()}>
        <Trans>Start over</Trans>
      </Button>
    </Note>
  )
}

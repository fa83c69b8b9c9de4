import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { undoContact } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { useLinkCode } from './link-code.ts'

type Undoing = 'ready' | 'asking' | 'invalid' | 'unreachable' | 'done'

/**
 * /undo#code: "that was not me". Nothing happens before the button is pressed, since mail programs open links to scan
 * them, and the owner may have made the change themself.
 */
export function UndoContactScreen() {
  const { i18n, t } = useLingui()
  const code = useLinkCode()
  const face = useHostFace()
  const [state, setState] = useState<Undoing>(code ? 'ready' : 'invalid')

  async function undo() {
    setState('asking')
    const outcome = await undoContact(code)
    if (outcome.kind === 'done') return setState('done')
    setState(outcome.kind === 'refused' && outcome.code === 'undo_link_invalid' ? 'invalid' : 'unreachable')
  }

  if (state === 'done')
    return (
      <EntryPage face={face} title={<Trans>Your contact details are back</Trans>}>
        <Note tone="saved" alert>
          <Trans>
            The change was undone and every device was signed out. We have sent you a link to set a new password. Use it
            now.
          </Trans>
        </Note>
        <Link to="/signup" search={{}} className="btn block">
          <Trans>To the start page</Trans>
        </Link>
      </EntryPage>
    )
  if (state === 'invalid')
    return (
      <EntryPage face={face} title={<Trans>This link no longer works</Trans>}>
        <Note tone="failed" alert>
          {i18n._(messages.undo_link_invalid)}
        </Note>
      </EntryPage>
    )
  return (
    <EntryPage face={face} title={<Trans>Did you change your contact details?</Trans>}>
      <p>
        <Trans>
          If it was you, close this page. If it was not, undo the change: your email address and phone number become
          what they were, and every device is signed out.
        </Trans>
      </p>
      {state === 'unreachable' && (
        <Note tone="offline" alert>
          {i18n._(messages.offline)}
        </Note>
      )}
      <Button
        look="danger"
        block
        whyDisabled={state === 'asking' ? t`Undoing…` : null}
        showWhy={false}
        onClick={() => void undo()}
      >
        <Trans>That was not me: undo it</Trans>
      </Button>
    </EntryPage>
  )
}

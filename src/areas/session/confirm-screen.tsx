import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { loginPath } from '../../screen/login-path.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { confirm } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { useLinkCode } from './link-code.ts'

type Confirmed =
  | { readonly kind: 'asking' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'done'; readonly type: 'doctor' | 'patient'; readonly waiting: boolean }

/**
 * /confirm#code: opens the requested account, and signs in the browser that requested it. Opening the link twice gives
 * the same result.
 */
export function ConfirmScreen() {
  const { i18n } = useLingui()
  const code = useLinkCode()
  const face = useHostFace()
  const navigate = useNavigate()
  const [state, setState] = useState<Confirmed>({ kind: code ? 'asking' : 'invalid' })
  const hasSent = useRef(false)

  function ask() {
    setState({ kind: 'asking' })
    void confirm(code).then((outcome) => {
      if (outcome.kind !== 'done')
        return setState({
          kind: outcome.kind === 'refused' && outcome.code === 'confirm_link_invalid' ? 'invalid' : 'unreachable',
        })
      if (outcome.isIn) return void navigate({ to: '/appointment', search: {}, replace: true })
      setState({ kind: 'done', type: outcome.type, waiting: outcome.waiting })
    })
  }
  useEffect(() => {
    // once, also if React mounts twice
    if (hasSent.current || !code) return
    hasSent.current = true
    ask()
  })

  if (state.kind === 'asking')
    return (
      <EntryPage face={face} title={<Trans>Your account is being opened</Trans>}>
        <p role="status">
          <Trans>One moment, please.</Trans>
        </p>
      </EntryPage>
    )
  if (state.kind === 'unreachable')
    return (
      <EntryPage face={face} title={<Trans>Your account is not open yet</Trans>}>
        <Note tone="offline" alert>
          {i18n._(messages.offline)}
        </Note>
        <Button look="primary" block onClick={ask}>
          <Trans>Try again</Trans>
        </Button>
      </EntryPage>
    )
  if (state.kind === 'invalid')
    return (
      <EntryPage face={face} title={<Trans>This link no longer works</Trans>}>
        <Note tone="failed" alert>
          {i18n._(messages.confirm_link_invalid)}
        </Note>
        <Link to="/signup" search={{}} className="btn">
          <Trans>Create an account</Trans>
        </Link>
      </EntryPage>
    )
  return (
    <EntryPage face={face} title={<Trans>Your email address is confirmed</Trans>}>
      {state.waiting ? (
        <Note tone="waiting" alert>
          <Trans>The clinic needs to approve your registration. We will message you when your account is active.</Trans>
        </Note>
      ) : (
        <Note tone="saved" alert>
          <Trans>Your account is open. You can sign in now.</Trans>
        </Note>
      )}
      <Link to={loginPath(state.type)} search={{}} className={state.waiting ? 'btn block' : 'btn primary block'}>
        <Trans>To the sign-in page</Trans>
      </Link>
    </EntryPage>
  )
}

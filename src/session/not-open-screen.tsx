import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { loginPath } from '../shell/login-path.ts'
import '../shell/frame.css'

/** Registration and forgotten passwords come with the area of people; until then the clinic helps. */
export function NotOpenScreen() {
  return (
    <main className="lone">
      <h1>
        <Trans>This screen is not built yet</Trans>
      </h1>
      <p>
        <Trans>Please ask the clinic to open your account or to set a new password.</Trans>
      </p>
      <Link to={loginPath()} search={{}} className="btn">
        <Trans>To the sign-in page</Trans>
      </Link>
    </main>
  )
}

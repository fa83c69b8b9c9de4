import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Stethoscope, UserRound } from 'lucide-react'
import { EntryPage, useHostFace } from './entry-page.tsx'

/**
 * /signup (SPEC §2): asks what kind of account it will be, before that kind's form. Clinics and admins are added by
 * others.
 */
export function SignupScreen() {
  const face = useHostFace()
  return (
    <EntryPage face={face} title={<Trans>Create an account</Trans>} intro={<Trans>Who is the account for?</Trans>}>
      <nav className="sign-in-doors" aria-labelledby="signup-kinds">
        <h2 id="signup-kinds" className="vh">
          <Trans>Types of accounts</Trans>
        </h2>
        <Link to="/patient-register" search={{}} className="sign-in-door">
          <UserRound aria-hidden="true" />
          <span>
            <b>
              <Trans>A patient’s account</Trans>
            </b>
            <Trans>Book appointments, see test results and medication advice.</Trans>
          </span>
        </Link>
        <Link to="/doctor-register" search={{}} className="sign-in-door">
          <Stethoscope aria-hidden="true" />
          <span>
            <b>
              <Trans>A doctor’s account</Trans>
            </b>
            <Trans>Your hours, your patients, your calendar.</Trans>
          </span>
        </Link>
      </nav>
      <p className="sm dim">
        <Trans>Do you work at a clinic’s reception? The clinic’s admin creates your account.</Trans>
      </p>
      <nav className="sign-in-links">
        <Link to="/login" search={{}}>
          <Trans>I have an account: sign in</Trans>
        </Link>
      </nav>
    </EntryPage>
  )
}

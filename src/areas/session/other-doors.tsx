import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { LoginType } from '../../../contract/session/session.ts'

/** Links from one sign-in page to the others, and to registration where that is possible. */
export function OtherDoors({ type }: { type: LoginType }) {
  const { t } = useLingui()
  return (
    <nav className="sign-in-links" aria-label={t`Other sign-in options`}>
      {type === 'patient' ? (
        <Link to="/patient-register" search={{}}>
          <Trans>Create an account</Trans>
        </Link>
      ) : null}
      {type === 'doctor' ? (
        <Link to="/doctor-register" search={{}}>
          <Trans>Register as a doctor</Trans>
        </Link>
      ) : null}
      {type === 'admin' ? (
        <Link to="/signup" search={{}}>
          <Trans>Create an account</Trans>
        </Link>
      ) : null}
      {type !== 'patient' ? (
        <Link to="/patient-login" search={{}}>
          <Trans>I am a patient</Trans>
        </Link>
      ) : null}
      {type !== 'doctor' ? (
        <Link to="/doctor-login" search={{}}>
          <Trans>I am a doctor</Trans>
        </Link>
      ) : null}
      {type !== 'admin' ? (
        <Link to="/login" search={{}}>
          <Trans>Clinic and administration</Trans>
        </Link>
      ) : null}
    </nav>
  )
}

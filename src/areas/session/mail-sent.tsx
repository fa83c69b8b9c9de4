import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { Note } from '../../ui/note.tsx'

/**
 * Shown after registering: the same words whether or not the account existed (TRUST "already exists"). `inside`: on the
 * host of a private clinic, which accepts each registration itself (docs/decisions/0067).
 */
export function MailSent({ to, kind, inside }: { to: string; kind: 'doctor' | 'patient'; inside: boolean }) {
  return (
    <div className="stack" role="status">
      <Note icon={<MailCheck />}>
        <Trans>
          We have sent an email to <b>{to}</b>. Open the link in it within 24 hours.
        </Trans>
      </Note>
      {kind === 'doctor' || inside ? (
        <p>
          <Trans>Then the clinic activates your account; you get a message when it has.</Trans>
        </p>
      ) : (
        <p>
          <Trans>
            The link signs you in on this device. Elsewhere you sign in with your email address or phone number.
          </Trans>
        </p>
      )}
      <p className="dim sm">
        {inside ? (
          <Trans>No email after a few minutes? Check your spam folder.</Trans>
        ) : (
          <Trans>
            No email after a few minutes? Check your spam folder. If you already have an account, the email says so.
          </Trans>
        )}
      </p>
      <Link to={kind === 'doctor' ? '/doctor-login' : '/patient-login'} search={{}} className="btn">
        <Trans>To the sign-in page</Trans>
      </Link>
    </div>
  )
}

import './frame.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import type { Role } from '../../contract/call.ts'
import { useSupport } from '../clinic/queries-face.ts'
import { Button } from '../ui/button.tsx'
import { Denied } from '../ui/states.tsx'

/** The catch-all page (SPEC §2): the one 'Ooops!' of the app. */
export function NotFoundScreen() {
  return (
    <main className="lone">
      <h1>Ooops!</h1>
      <p>
        <Trans>Page not found.</Trans>
      </p>
      <Link to="/appointment" search={{}} className="btn primary">
        <Trans>To the appointments</Trans>
      </Link>
    </main>
  )
}

/** /error: this host is no clinic of ours (SPEC §2). */
export function NoClinicScreen() {
  const { host } = location
  const { email, phone } = useSupport()
  return (
    <main className="lone">
      <h1>
        <Trans>This clinic does not exist</Trans>
      </h1>
      <p>
        <Trans>There is no clinic at {host}. Please check the address, or ask the clinic for it.</Trans>
      </p>
      {email || phone ? (
        <p>
          <Trans>The platform’s support helps too:</Trans> {email ? <a href={`mailto:${email}`}>{email}</a> : null}
          {email && phone ? ' · ' : null}
          {phone ? <a href={`tel:${phone}`}>{phone}</a> : null}
        </p>
      ) : null}
    </main>
  )
}

/** The permission-denied page, on its own address and inside the frame. */
export function DeniedScreen() {
  return (
    <main className="lone">
      <DeniedPage type={null} />
    </main>
  )
}

export function DeniedPage({ type }: { type: Role | null }) {
  const { i18n } = useLingui()
  const kind = type ? i18n._(KINDS[type]) : null
  return (
    <Denied
      heading={type ? 'h2' : 'h1'}
      action={
        <Link to="/appointment" search={{}} className="btn">
          <Trans>To the appointments</Trans>
        </Link>
      }
    >
      {kind ? (
        <Trans>You are signed in as {kind}. This page is for others.</Trans>
      ) : (
        <Trans>This page is for others.</Trans>
      )}
    </Denied>
  )
}

/** What nobody expected. A chunk that could not be loaded in time ends here too (SPEC §9): the way on is loading again. */
export function CrashScreen({ reset }: ErrorComponentProps) {
  return (
    <main className="lone">
      <h1>
        <Trans>Something went wrong</Trans>
      </h1>
      <p>
        <Trans>This part of the app could not be shown. Your changes are kept on this device.</Trans>
      </p>
      <div className="row">
        <Button look="primary" onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
        <Button onClick={() => location.reload()}>
          <Trans>Load the page again</Trans>
        </Button>
      </div>
    </main>
  )
}

const KINDS: Readonly<Record<Role, MessageDescriptor>> = {
  admin: msg`admin`,
  clinic: msg`clinic user`,
  doctor: msg`doctor`,
  patient: msg`patient`,
}

import './frame.css'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter, type AsyncRouteComponent, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '../../contract/kernel/call.ts'
import { useSupport } from '../screen/queries-face.ts'
import { detailsOf } from '../areas/crash/details.ts'
import { factsOf } from '../areas/crash/watch.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Denied } from '../ui/states.tsx'
import { unsavedNow } from '../screen/unsaved.ts'
import { wordOf } from '../i18n/word-of.ts'

/** The page for unknown addresses (SPEC §2), with the app's only 'Ooops!'. */
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

/** /error: this host belongs to no clinic (SPEC §2). */
export function NoClinicScreen() {
  const { host } = location
  const { email, phone } = useSupport()
  return (
    <main className="lone">
      <h1>
        <Trans>This clinic does not exist</Trans>
      </h1>
      <p>
        <Trans>There is no clinic at {host}. Check the address, or ask the clinic for it.</Trans>
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

/** Permission denied, at its own address and inside the frame. */
export function DeniedScreen() {
  return (
    <main className="lone">
      <DeniedPage type={null} />
    </main>
  )
}

export function DeniedPage({ type }: { type: Role | null }) {
  const { i18n } = useLingui()
  const kind = type ? i18n._(wordOf(KINDS, type)) : null
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
        <Trans>You are signed in as {kind}. You do not have access to this page.</Trans>
      ) : (
        <Trans>You do not have access to this page.</Trans>
      )}
    </Denied>
  )
}

/** An unexpected error outside the frame or in the frame itself. */
export function CrashScreen({ reset, error }: ErrorComponentProps) {
  return (
    <main className="lone">
      <h1>
        <Trans>Something went wrong</Trans>
      </h1>
      <p>
        <Trans>This part of the app could not be shown.</Trans>
      </p>
      <WaysOn reset={reset} error={error} />
    </main>
  )
}

/**
 * The same for one screen inside the frame: sidebar, bell and sync keep working. Also shown if a part of the app failed
 * to load (SPEC §9). Whether a form would lose its text is read while the form is still on the page.
 */
export function ScreenCrash({ reset, error }: ErrorComponentProps) {
  const [unsaved] = useState(unsavedNow)
  return (
    <section className="screen-crash">
      <h2>
        <Trans>This screen could not be shown</Trans>
      </h2>
      <p>
        {unsaved === 'lost' ? (
          <Trans>What you had typed here and not saved is lost. What you had saved stays.</Trans>
        ) : unsaved === 'draft' ? (
          <Trans>What you had typed here stays on this device as a draft.</Trans>
        ) : (
          <Trans>The rest of the app goes on.</Trans>
        )}
      </p>
      <WaysOn reset={reset} error={error} />
    </section>
  )
}

/** Buttons to try again, which loads the missing code, or to reload the page. */
function WaysOn({ reset, error }: Pick<ErrorComponentProps, 'reset' | 'error'>) {
  const { t } = useLingui()
  // the facts at the time of the error, exactly those that are reported to the server
  const [details] = useState(() => detailsOf(factsOf(error)))
  const router = useRouter()
  const again = async () => {
    const parts = router.state.matches.map(({ routeId }) => router.routesById[routeId].options.component)
    // parts that are already loaded need nothing
    await Promise.all(parts.map((part) => (part as AsyncRouteComponent<object> | undefined)?.preload?.()))
    reset()
  }
  return (
    <div className="row">
      <Button look="primary" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
      <Button onClick={() => location.reload()}>
        <Trans>Load the page again</Trans>
      </Button>
      <CopyButton value={details} label={t`Copy details`}>
        <Trans>Copy details</Trans>
      </CopyButton>
    </div>
  )
}

const KINDS: Readonly<Record<Role, MessageDescriptor>> = {
  admin: msg`admin`,
  clinic: msg`clinic user`,
  doctor: msg`doctor`,
  patient: msg`patient`,
}

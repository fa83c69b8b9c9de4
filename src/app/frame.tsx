import './frame.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useMatches, useNavigate, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { ClinicFace } from '../../contract/clinic/clinic.face.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { onSessionChange, readSession } from '../api/session.ts'
import { onWipe } from '../api/wipe.ts'
import { knownFace } from '../screen/queries-face.ts'
import { releaseKey } from '../db/held-key.ts'
import type { Seal } from '../db/seal.ts'
import { KeepFresh } from '../areas/patient/keep-fresh.ts'
import { useIsOffline } from '../screen/queries-waiting.ts'
import { giveUpDatabase } from '../sync/rescue.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ListSkeleton } from '../ui/states.tsx'
import { loadToaster } from '../ui/toast.ts'
import { backPath } from '../screen/back-path.ts'
import { useDevice } from '../screen/device.ts'
import { DeviceProvider, type Closed as ClosedWhy } from './device-provider.tsx'
import { onDrawAnew, readDrawn } from '../screen/draw-anew.ts'
import { DeniedPage } from './error-screens.tsx'
import { InstallBanner } from './install-banner.tsx'
import { OthersWaiting } from './others-waiting.tsx'
import { loginPath } from '../screen/login-path.ts'
import { Nav } from './nav.tsx'
import { useWorker } from '../areas/push/use-worker.ts'
import { LostNote } from './lost-note.tsx'
import { ownScreens } from './own-screens.ts'
import { RescueNote } from './rescue-note.tsx'
import { mayOpen } from './screen.ts'
import { TopBar } from './top-bar.tsx'
import { UpdateBanner } from './update-banner.tsx'
import { fetchUpdate } from '../screen/update.ts'
import { useBelowFold } from '../screen/use-below-fold.ts'
import { useKeepParts } from '../screen/use-parts.ts'
import { useFace } from '../screen/face.ts'

// in the same chunk, since every start needs it
export { openAhead } from '../screen/open-ahead.ts'

/**
 * The signed-in part of the app: the person's device, the frame around every screen, and the redirect when the token
 * ends.
 */
export function Frame() {
  const { session } = useRouteContext({ from: '/signed-in' })
  const [face, setFace] = useState<ClinicFace | null>(knownFace() ?? null)
  useFace(setFace)
  useLeaveWhenSignedOut(session.shared === true)
  const drawn = useSyncExternalStore(onDrawAnew, readDrawn)
  return (
    <Sealed session={session}>
      {(seal, opened) =>
        session.mustEnrol ? (
          <Suspense>
            <EnrolScreen person={session.person} shared={session.shared === true} />
          </Suspense>
        ) : (
          <DeviceProvider
            session={opened}
            seal={seal}
            closed={(why) => <Closed why={why} personId={session.person.id} />}
          >
            <Inside key={drawn} face={face} />
            <KeepFresh />
            <RescueNote />
            <LostNote />
            <Toasts />
            <Commands />
          </DeviceProvider>
        )
      }
    </Sealed>
  )
}

/** Loaded only for a person who must set up a second factor. */
const EnrolScreen = lazy(async () => ({ default: (await import('../areas/session/enrol.tsx')).EnrolScreen }))

/** The lock of a shared device; a personal device loads none of it. */
const SharedDevice = lazy(async () => ({ default: (await import('./shared-device.tsx')).SharedDevice }))

function Sealed({
  session,
  children,
}: {
  session: SessionRecord
  children: (seal: Seal | null, session: SessionRecord) => ReactNode
}) {
  if (!session.shared) return children(null, session)
  return (
    <Suspense>
      <SharedDevice key={session.person.id} session={session}>
        {children}
      </SharedDevice>
    </Suspense>
  )
}

// at any contact the server may order this person's data on the device to be wiped
onWipe(async (person) => (await import('../sync/wipe.ts')).wipePerson(person))

/** Drawn after the first screen; earlier toasts wait for it. */
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }))

function Toasts() {
  const isTime = useBelowFold()
  return isTime ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** Search and keys; the first screen does not need them. */
const CommandHost = lazy(async () => ({ default: (await import('./command/command-host.tsx')).CommandHost }))

function Commands() {
  const isTime = useBelowFold()
  return isTime ? (
    <Suspense>
      <CommandHost />
    </Suspense>
  ) : null
}

/** Loaded only for admins of many clinics. */
const HeldClinics = lazy(async () => ({ default: (await import('../areas/clinic/held-clinics.tsx')).HeldClinics }))

function Inside({ face }: { face: ClinicFace | null }) {
  const { person, storageFull } = useDevice()
  const { t, i18n } = useLingui()
  const offline = useIsOffline()
  useWorker()
  const main = useRef<HTMLElement>(null)
  const screen = useMatches().findLast((match) => match.staticData.screen)?.staticData.screen
  const title = screen ? i18n._(screen.title) : ''
  const allowed = !screen || mayOpen(screen, person)
  useKeepParts(ownScreens(person))
  const name = face?.name ?? 'Bedside'
  // desks with a mouse use the dense layout; touch devices do not (LOOKS "Density")
  useEffect(() => {
    document.documentElement.dataset.density =
      person.type === 'clinic' || person.type === 'admin' ? 'compact' : 'comfortable'
  }, [person.type])
  useEffect(() => void (document.title = title ? `${title} · ${name}` : name), [title, name])
  return (
    <div className={classes('app', offline && 'is-offline')}>
      <a
        className="skip"
        href="#page"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        <Trans>Skip to content</Trans>
      </a>
      <Nav name={name} />
      <div className="main">
        <TopBar title={title} />
        {storageFull ? (
          <div className="banner is-failed" role="alert">
            <Trans>
              Nothing new can be kept: this device’s storage is full or failing. What is here stays. Free some space,
              then try again.
            </Trans>
          </div>
        ) : null}
        <UpdateBanner />
        <OthersWaiting />
        <InstallBanner />
        <main className="page clinic-page" id="page" ref={main} tabIndex={-1} aria-label={title || t`Content`}>
          {allowed && screen?.byClinic && person.type === 'admin' ? (
            <Suspense>
              <HeldClinics />
            </Suspense>
          ) : null}
          {allowed ? <Outlet /> : <DeniedPage type={person.type} />}
        </main>
      </div>
    </div>
  )
}

/** SPEC §6 and §8: without a token the person goes to the login page; their work stays on this device. */
function useLeaveWhenSignedOut(shared: boolean) {
  const navigate = useNavigate()
  useEffect(
    () =>
      onSessionChange(async () => {
        if (await readSession()) return
        releaseKey()
        // the next person on a shared device should not see where this one was
        const back = backPath(location.pathname + location.search)
        await navigate({ to: loginPath(), search: shared ? {} : { back } })
      }),
    [navigate, shared],
  )
}

function Closed({ why, personId }: { why: ClosedWhy; personId: string }) {
  return (
    <div className="lone">
      <h1>
        {why === 'blocked' ? (
          <Trans>Close the other tabs</Trans>
        ) : why === 'newer' ? (
          <Trans>This device has data from a newer version</Trans>
        ) : (
          <Trans>This device’s storage cannot be opened</Trans>
        )}
      </h1>
      <p>
        {why === 'blocked' ? (
          <Trans>
            Another tab of this app is using an older version of its storage. Nothing is lost; close it and this page
            continues.
          </Trans>
        ) : why === 'newer' ? (
          <Trans>
            A newer version of the app was used here. Nothing is lost: update to the latest version to continue.
          </Trans>
        ) : (
          <Trans>
            The browser does not let the app store anything here, as in a private window. Open it in an ordinary window.
            If the storage cannot be opened a second time, the app rebuilds it and saves what is waiting in it.
          </Trans>
        )}
      </p>
      {why === 'blocked' ? <ListSkeleton rows={2} /> : null}
      <div className="row wrap">
        {why === 'newer' ? (
          <Button look="primary" onClick={() => void fetchUpdate()}>
            <Trans>Update now</Trans>
          </Button>
        ) : (
          <Button look="primary" onClick={() => location.reload()}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {why === 'broken' && <StartAnew personId={personId} />}
      </div>
    </div>
  )
}

/** Starts over if the waiting changes can no longer be read: only at the person's request, since they are lost. */
function StartAnew({ personId }: { personId: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trans>Empty this device’s storage</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={<Trans>Empty this device’s storage?</Trans>}
        keep={<Trans>Leave it as it is</Trans>}
        act={<Trans>Empty it, lose what is unsent</Trans>}
        onConfirm={async () => {
          await giveUpDatabase(personId)
          location.reload()
        }}
      >
        <Trans>
          Changes made on this device that have not been sent are lost. Everything the clinic’s server has comes back by
          itself. If you are not in a hurry, restart the device and try again first.
        </Trans>
      </ConfirmDialog>
    </>
  )
}

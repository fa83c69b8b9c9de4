import { isTablet } from '../areas/kiosk/flag.ts'
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { readSession } from '../api/session.ts'
import { CrashScreen, NotFoundScreen } from './error-screens.tsx'
import { loadOpenWords } from '../i18n/locale.ts'
import { lazy } from './screen.ts'
import { SignInSearch } from '../screen/search.ts'

export const root = createRootRoute({
  // rule 69: a check-in tablet shows nothing else, whatever the address; it loads as its own document, since only
  // that document may use the camera (TRUST D7)
  beforeLoad: ({ location, cause }) => {
    if (isTablet() && location.pathname !== '/kiosk')
      throw redirect({ to: '/kiosk', replace: true, reloadDocument: cause === 'enter' })
  },
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})

/**
 * SPEC §6: a signed-in person who opens a login or register page is sent on, to the address they had requested if there
 * is one.
 */
const openPage = <const P extends string>(path: P, component: ReturnType<typeof lazy>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: SignInSearch,
    beforeLoad: async ({ search: { back } }) => {
      if (await readSession()) throw redirect(back ? { to: back } : { to: '/appointment', search: {} })
    },
  })

/** Open to everyone, signed in or not. */
const page = <const P extends string>(path: P, component: ReturnType<typeof lazy>) =>
  createRoute({ getParentRoute: () => root, path, component })
/** Pages that links in mails and other apps lead to; they open on any device. */
const linkPage = page

/** A screen whose words are not among those of the sign-in pages (lingui.config.ts). */
const withWords: typeof lazy = (load, name) => lazy(async () => (await Promise.all([load(), loadOpenWords()]))[0], name)

const signIn = lazy(() => import('../areas/session/sign-in-screen.tsx'), 'SignInScreen')
const register = withWords(() => import('../areas/session/register-screen.tsx'), 'RegisterScreen')
const forget = withWords(() => import('../areas/session/forget-screen.tsx'), 'ForgetScreen')
const legal = withWords(() => import('../areas/session/legal-screen.tsx'), 'LegalScreen')
const reset = withWords(() => import('../areas/session/reset-screen.tsx'), 'ResetScreen')
const confirm = withWords(() => import('../areas/session/confirm-screen.tsx'), 'ConfirmScreen')
/**
 * SPEC §2's addresses outside the frame, for people who are not signed in; their words load before the rest
 * (lingui.config.ts).
 */
export const openRoutes = [
  openPage('/login', signIn),
  openPage('/doctor-login', signIn),
  openPage('/patient-login', signIn),
  openPage('/doctor-register', register),
  openPage('/doctor-forget', forget),
  openPage('/patient-register', register),
  openPage('/patient-forget', forget),
  openPage('/forget', forget),
  openPage(
    '/signup',
    withWords(() => import('../areas/session/signup-screen.tsx'), 'SignupScreen'),
  ),
  openPage(
    '/setup',
    withWords(() => import('../areas/session/set-up-screen.tsx'), 'SetUpScreen'),
  ),
  page(
    '/error',
    lazy(() => import('./error-screens.tsx'), 'NoClinicScreen'),
  ),
  page(
    '/denied',
    lazy(() => import('./error-screens.tsx'), 'DeniedScreen'),
  ),
  page(
    '/oauth2callback',
    withWords(() => import('../areas/session/calendar-callback-screen.tsx'), 'CallbackScreen'),
  ),
  linkPage('/reset', reset),
  linkPage('/confirm', confirm),
  linkPage(
    '/undo',
    withWords(() => import('../areas/session/undo-contact-screen.tsx'), 'UndoContactScreen'),
  ),
  linkPage(
    '/a',
    withWords(() => import('../areas/appointmentlink/appointment-link-screen.tsx'), 'AppointmentLinkScreen'),
  ),
  linkPage(
    '/pay',
    withWords(() => import('../areas/paymentlink/pay-screen.tsx'), 'PayScreen'),
  ),
  page(
    '/pay/return',
    withWords(() => import('../areas/paymentlink/pay-return-screen.tsx'), 'PayReturnScreen'),
  ),
  linkPage('/legal/terms', legal),
  linkPage('/legal/policy', legal),
  linkPage(
    '/share',
    withWords(() => import('../areas/patient-file/share-screen.tsx'), 'ShareScreen'),
  ),
  page(
    '/kiosk',
    withWords(() => import('../areas/kiosk/kiosk-screen.tsx'), 'KioskScreen'),
  ),
  page(
    '/dev/ui',
    lazy(() => import('./gallery/gallery.tsx'), 'Gallery'),
  ),
]

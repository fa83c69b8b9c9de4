import { createRoute, redirect } from '@tanstack/react-router'
import type * as v from 'valibot'
import { readSession } from '../api/session.ts'
import { askAgain } from '../api/ask-again.ts'
import { loadServerWords } from '../i18n/locale.ts'
import { root } from './open-routes.tsx'
import { backPath } from '../screen/back-path.ts'
import { ScreenCrash } from './error-screens.tsx'
import { loginPath } from '../screen/login-path.ts'
import { lazy, type ScreenData } from './screen.ts'

export const fetchFrame = () => import('./frame.tsx')

/** Opens the signed-in person's device before the frame is drawn. */
export async function openAhead(): Promise<void> {
  const [session, frame] = await Promise.all([readSession(), fetchFrame()])
  if (session) frame.openAhead(session)
}

/** Everything inside the frame needs a token (SPEC §6): without one, the login page of the last used type. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = (await readSession()) ?? (await askAgain())
    if (!session) throw redirect({ to: loginPath(), search: { back: backPath(location.href) } })
    return { session }
  },
  component: lazy(async () => (await Promise.all([fetchFrame(), loadServerWords()]))[0], 'Frame'),
})

/** A screen inside the frame. */
export const screen = <const P extends string>(path: P, data: ScreenData, component: ReturnType<typeof lazy>) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    staticData: { screen: data },
    component,
    errorComponent: ScreenCrash,
  })

/** The same for a screen with state in its address; screen/search.ts has the schemas. */
export const searched = <const P extends string, S extends v.GenericSchema<Record<string, unknown>, object>>(
  path: P,
  validateSearch: S,
  data: ScreenData,
  component: ReturnType<typeof lazy>,
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    validateSearch,
    staticData: { screen: data },
    component,
    errorComponent: ScreenCrash,
  })

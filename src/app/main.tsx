import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepCrash, tell, watchCrashes } from '../areas/crash/watch.ts'
import { readLanguage } from '../i18n/language.ts'
import { removeEarlyForm } from '../areas/session/early-form.ts'
import { fetchServerWords, loadLocale } from '../i18n/locale.ts'
import { fetchFrame, openAhead } from './frame-routes.tsx'
import { fetchScreen, router } from './routes.tsx'
import { holdBuild } from '../screen/build.ts'
import { keepPlace } from './keep-place.ts'
import { surviveTranslation } from './translated-page.ts'
import { afterFirstScreen } from '../screen/first-screen.ts'
import '../ui/base.css'
import { followBarColour } from '../ui/bar-colour.ts'
import { followSystemTheme } from '../ui/theme.ts'
import { whenIdle } from '../ui/when-idle.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// a text that is in another catalog than the screen's: the journeys fail on it
i18n.on('missing', ({ id }) => console.error(`no words for ${id}`))
holdBuild()
watchCrashes(() => router.state.matches.at(-1)?.fullPath ?? '/')
const language = readLanguage()
// for a person with a token, frame and screen load together with this page's words, not after them
const isSignedIn = localStorage.getItem('signed-in') !== null || localStorage.getItem('user-token') !== null
if (isSignedIn)
  for (const part of [openAhead(), fetchServerWords(language), fetchFrame(), fetchScreen()]) part.catch(() => undefined)
await loadLocale(language)
keepPlace(router)
surviveTranslation()
// React reports every error that a boundary has caught
const caught = (error: unknown) => {
  console.error(error)
  removeEarlyForm()
  keepCrash(error)
}
createRoot(root, { onCaughtError: caught, onUncaughtError: caught }).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)
// for other pages at a sign-in address; the sign-in has taken it over by then
router.subscribe('onRendered', removeEarlyForm)
followSystemTheme()
// the page does not wait for the worker
const afterwards = isSignedIn ? afterFirstScreen : whenIdle
afterwards(() => void import('../screen/update.ts').then(({ registerWorker }) => registerWorker()))
afterwards(() => void import('../ui/keep-focus.ts').then(({ keepFocus }) => keepFocus()))
afterwards(tell)
afterwards(followBarColour)

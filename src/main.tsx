import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readLanguage } from './i18n/language.ts'
import { fetchHouseWords, loadLocale } from './i18n/locale.ts'
import { fetchFrame, openAhead } from './frame-routes.tsx'
import { fetchScreen, router } from './routes.tsx'
import { afterFirstScreen } from './shell/first-screen.ts'
import './ui/base.css'
import { followSystemTheme } from './ui/theme.ts'
import { whenIdle } from './ui/when-idle.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// a text whose words are in another catalog than the screen's: the journeys fail on it
i18n.on('missing', ({ id }) => console.error(`no words for ${id}`))
const language = readLanguage()
// whoever has a token goes on into the frame: it and the screen come down beside the words of this page, not after them
const isSignedIn = localStorage.getItem('user-token') !== null
if (isSignedIn)
  for (const part of [openAhead(), fetchHouseWords(language), fetchFrame(), fetchScreen()]) part.catch(() => undefined)
await loadLocale(language)
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  </StrictMode>,
)
followSystemTheme()
// the page does not wait for its worker
const afterwards = isSignedIn ? afterFirstScreen : whenIdle
afterwards(() => void import('./shell/update.ts').then(({ registerWorker }) => registerWorker()))

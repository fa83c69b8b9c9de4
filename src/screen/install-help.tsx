import './install-help.css'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { installWay, type InstallWay } from './install-way.ts'
import { useInstall } from './use-install.ts'

/**
 * How to put the app on the home screen: with a button if the browser has one, else step by step through its menus
 * (SCREENS B31).
 */
export function InstallHelp() {
  const install = useInstall()
  if (install.state === 'installed')
    return (
      <p className="sm dim">
        <Trans>The app is installed here.</Trans>
      </p>
    )
  const way = installWay(navigator)
  return (
    <div className="stack-2">
      {way === 'firefox' ? null : (
        <p className="sm dim">
          <Trans>
            Once installed, it opens like any other app, even offline, and the browser keeps its data longer.
          </Trans>
        </p>
      )}
      {install.state === 'ready' ? (
        <div>
          <Button onClick={install.ask}>
            <Trans>Install the app</Trans>
          </Button>
        </div>
      ) : way === 'firefox' ? (
        <p className="sm dim">
          <Trans>
            Firefox on a computer installs no apps. Everything works in it all the same; for an icon of its own, open
            this page in Chrome, Edge or Safari.
          </Trans>
        </p>
      ) : (
        <ol className="install-steps">{STEPS[way]}</ol>
      )}
    </div>
  )
}

/** The menus have the names that browsers give them in each language. */
const STEPS: Readonly<Record<Exclude<InstallWay, 'firefox'>, ReactNode>> = {
  ios: (
    <>
      <li>
        <Trans>Touch “Share”: the square with an arrow that points up.</Trans>
      </li>
      <li>
        <Trans>Scroll down and touch “Add to Home Screen”.</Trans>
      </li>
      <li>
        <Trans>Touch “Add”, then open the app by its new icon and sign in there.</Trans>
      </li>
    </>
  ),
  android: (
    <>
      <li>
        <Trans>Open the browser’s menu: the three dots or lines.</Trans>
      </li>
      <li>
        <Trans>Touch “Add to Home screen” or “Install app”.</Trans>
      </li>
      <li>
        <Trans>Confirm. The icon appears with your other apps.</Trans>
      </li>
    </>
  ),
  'firefox-android': (
    <>
      <li>
        <Trans>Open Firefox’s menu: the three dots beside the address.</Trans>
      </li>
      <li>
        <Trans>Touch “Install”, or “Add to Home screen”.</Trans>
      </li>
      <li>
        <Trans>Confirm. The icon appears with your other apps.</Trans>
      </li>
    </>
  ),
  safari: (
    <>
      <li>
        <Trans>Open the “File” menu at the top of the screen.</Trans>
      </li>
      <li>
        <Trans>Choose “Add to Dock…”.</Trans>
      </li>
      <li>
        <Trans>Choose “Add”. The app is now in your Dock.</Trans>
      </li>
    </>
  ),
  chromium: (
    <>
      <li>
        <Trans>Look for the install symbol at the right end of the address line: a screen with an arrow.</Trans>
      </li>
      <li>
        <Trans>
          Without one, open the browser’s menu and choose “Install”, under “Cast, save and share” or “Apps”.
        </Trans>
      </li>
      <li>
        <Trans>Confirm. The app opens in a window of its own.</Trans>
      </li>
    </>
  ),
}

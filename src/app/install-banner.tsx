import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { wallOf } from '../../contract/kernel/time.ts'
import { Button } from '../ui/button.tsx'
import { useDevice } from '../screen/device.ts'
import { changeInstallMemory, mayOffer, readInstallMemory, withDay } from '../screen/install-offer.ts'
import { installWay } from '../screen/install-way.ts'
import { useInstall } from '../screen/use-install.ts'

/** Offers to install the app after a second day of use or a first booking, once a month at most (SCREENS B31). */
export function InstallBanner() {
  const { now, zone, session } = useDevice()
  const install = useInstall()
  const [refused, setRefused] = useState(false)
  const day = wallOf(now(), zone).date
  useEffect(() => changeInstallMemory((memory) => withDay(memory, day)), [day])
  if (refused || session.shared || install.state === 'installed') return null
  // offers nothing in a browser that cannot install
  if (install.state === 'by-hand' && installWay(navigator) === 'firefox') return null
  if (!mayOffer(readInstallMemory(), now())) return null
  const refuse = () => {
    changeInstallMemory((memory) => ({ ...memory, refusedAt: now() }))
    setRefused(true)
  }
  return (
    <div className="banner" role="status">
      <span className="grow">
        <Trans>With its own icon the app opens straight away, even offline.</Trans>
      </span>
      {install.state === 'ready' ? (
        <Button small onClick={install.ask}>
          <Trans>Install the app</Trans>
        </Button>
      ) : (
        <Link to="/profile" search={{ tab: 'device' }} className="btn small" onClick={refuse}>
          <Trans>How to install it</Trans>
        </Link>
      )}
      <Button small look="quiet" onClick={refuse}>
        <Trans>Not now</Trans>
      </Button>
    </div>
  )
}

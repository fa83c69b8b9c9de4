import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ClinicFace } from '../../contract/clinic/clinic.face.ts'
import { isPaymentPath } from '../../contract/clinic/clinic.hosts.ts'
import { askFace, knownFace } from './queries-face.ts'
import { wearPageCss } from './page-css.ts'
import { chooseBrand } from '../ui/brand.ts'
import { afterFirstScreen } from './first-screen.ts'

/** Where this page is on the clinic's panel, if this is its payment address, where only payments have a page. */
function leaveFor(clinic: ClinicFace | null): string | null {
  if (!clinic?.isPaymentPage || !clinic.panelUrl || isPaymentPath(location.pathname)) return null
  return `//${clinic.panelUrl}${location.port && `:${location.port}`}${location.pathname}${location.search}${location.hash}`
}

/**
 * The clinic of this host: shown at once as last known, then fetched. Only the server's own "no such clinic" leads to
 * /error (SPEC §2, rule 103); a missing answer changes nothing.
 */
export function useFace(show: (face: ClinicFace | null) => void) {
  const navigate = useNavigate()
  useEffect(() => {
    let gone = false
    const known = knownFace()
    if (known) chooseBrand(known.brand)
    const ask = async () => {
      const outcome = await askFace()
      if (gone) return
      if (outcome.kind === 'done') {
        const elsewhere = leaveFor(outcome.reply.clinic)
        if (elsewhere) return location.replace(elsewhere)
        show(outcome.reply.clinic)
        wearPageCss(outcome.reply.clinic)
        if (outcome.reply.clinic) chooseBrand(outcome.reply.clinic.brand)
      } else if (outcome.kind === 'refused' && outcome.code === 'clinic_not_found') await navigate({ to: '/error' })
    }
    const callOff = afterFirstScreen(() => void ask())
    return () => {
      gone = true
      callOff()
    }
  }, [navigate, show])
}

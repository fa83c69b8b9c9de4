import { Trans } from '@lingui/react/macro'
import { Hospital } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ChooseClinics } from './choose-clinics.tsx'
import { useClinicsHeld } from './queries-held.ts'

/** Says which clinics an admin's data on this device comes from, if these are not all (decision 0125). */
export function HeldClinics() {
  const language = useLanguage()
  const offline = useIsOffline()
  const heldClinics = useClinicsHeld()
  const [choosing, setChoosing] = useState(false)
  if (!heldClinics || heldClinics.held.length >= heldClinics.open) return null
  const names = heldClinics.held.map(({ name }) => name)
  const held = formatNumber(names.length, language)
  const all = formatNumber(heldClinics.open, language)
  return (
    <>
      <Note
        icon={<Hospital aria-hidden="true" />}
        title={
          <Trans>
            Showing {held} of {all} clinics
          </Trans>
        }
      >
        <p>
          {names.length > 0 && <>{new Intl.ListFormat(language, { type: 'conjunction' }).format(names)}. </>}
          {!heldClinics.isHere && !offline ? (
            <Trans>Their records are being fetched; until then lists are not complete.</Trans>
          ) : offline ? (
            <Trans>Other clinics may have more. Choose one now; it appears when you are back online.</Trans>
          ) : (
            <Trans>Other clinics may have more. Choose one to see it here.</Trans>
          )}
        </p>
        <div className="row wrap">
          <Button small onClick={() => setChoosing(true)}>
            <Trans>Choose clinics</Trans>
          </Button>
        </div>
      </Note>
      {choosing && <ChooseClinics first={heldClinics.held.map(({ id }) => id)} onClose={() => setChoosing(false)} />}
    </>
  )
}

import { useLingui } from '@lingui/react/macro'
import { wallOf } from '../../../contract/kernel/time.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { viewerZone } from '../../i18n/format.ts'
import { ZoneNote } from '../appointment/zone-note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { CalendarState } from './state.ts'

/**
 * Chooses the zone of the grid, if the clinic's and the reader's clocks differ on its days (rule 3); draws nothing if
 * they agree.
 */
export function ZoneChoice({ state }: { state: CalendarState }) {
  const { t } = useLingui()
  const viewer = viewerZone()
  const { clinicZone, since, until } = state
  if (sameWall(since, clinicZone, viewer) && sameWall(until - 1, clinicZone, viewer)) return null
  const isOwn = state.zone !== clinicZone
  const clinicOffset = formatOffset(since, clinicZone)
  const ownOffset = formatOffset(since, viewer)
  return (
    <div className="cal-zone">
      <Segmented
        label={t`Time zone`}
        value={isOwn ? 'own' : 'clinic'}
        options={[
          { value: 'clinic', label: t`Clinic’s time, ${{ zone: clinicOffset }}` },
          { value: 'own', label: t`My time, ${{ zone: ownOffset }}` },
        ]}
        onChange={(wall) => state.set({ wall: wall === 'own' ? 'own' : undefined })}
      />
      <ZoneNote type={isOwn ? 'online' : 'face-to-face'} zone={clinicZone} clinicId={state.clinicId} at={state.from} />
    </div>
  )
}

const sameWall = (instant: number, a: string, b: string) => {
  const [one, other] = [wallOf(instant, a), wallOf(instant, b)]
  return one.date === other.date && one.time === other.time
}

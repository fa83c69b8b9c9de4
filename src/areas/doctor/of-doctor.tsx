import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { OfClinics } from '../clinic/of-clinics.tsx'
import { fullName } from './doctor-words.ts'
import { useDoctor, type ShownDoctor } from './queries.ts'

/** A page about one doctor of the caller's, with the way back to the card; for any other the page is not there. */
export function OfDoctor({ id, children }: { id: string; children: (doctor: ShownDoctor) => ReactNode }) {
  const doctor = useDoctor(id)
  if (doctor === undefined) return <ListSkeleton />
  if (doctor === null || !doctor.mine) return <NotOnDevice />
  return (
    <div className="stack">
      <p>
        <Link to="/doctor/$id" params={{ id }}>
          <Trans>Open the profile of {fullName(doctor)}</Trans>
        </Link>
      </p>
      <OfClinics ids={doctor.clinicIds}>{children(doctor)}</OfClinics>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { OfClinics } from '../clinic/of-clinics.tsx'
import { fullName } from './doctor-words.ts'
import { useDoctor, type ShownDoctor } from './queries.ts'

/**
 * A page about one of the caller's doctors, with a link back to the card; for any other doctor the page is not found.
 */
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

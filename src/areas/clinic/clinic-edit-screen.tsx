import './clinic.css'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Hospital } from 'lucide-react'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { OfflineBar } from '../../screen/freshness.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { ClinicForm } from './clinic-form.tsx'
import { NewClinic } from './new-clinic.tsx'
import { useClinic } from './queries.ts'

const route = getRouteApi('/signed-in/clinic/$id')

/** /clinic/new and /clinic/:id (admin, SCREENS B4). */
export function ClinicEditScreen() {
  const { id } = route.useParams()
  const clinic = useClinic(id === 'new' ? null : id)
  const back = (
    <Link to="/clinic" search={{}} className="btn quiet sm">
      <ArrowLeft aria-hidden="true" />
      <Trans>All clinics</Trans>
    </Link>
  )
  return (
    <>
      <div className="row wrap">
        {back}
        {clinic && id !== 'new' ? <h2 className="grow">{clinic.name}</h2> : null}
      </div>
      <OfflineBar />
      {id === 'new' ? (
        <NewClinic />
      ) : clinic === undefined ? (
        <ListSkeleton />
      ) : clinic === null || clinic.deletedAt ? (
        <NeverFilled>
          <Empty icon={<Hospital />} title={<Trans>This clinic does not exist</Trans>} action={back} />
        </NeverFilled>
      ) : (
        <ClinicForm key={clinic.id} clinic={clinic} />
      )}
    </>
  )
}

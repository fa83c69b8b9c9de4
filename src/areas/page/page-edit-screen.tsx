import './page.css'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, FileText } from 'lucide-react'
import { OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { PageForm } from './page-form.tsx'
import { usePageTitle } from './use-page-title.ts'
import { usePages } from './queries.ts'

const route = getRouteApi('/signed-in/staticpage/$id')

/** /staticpage/new and /staticpage/:id (admin, SCREENS B19). */
export function PageEditScreen() {
  const { id } = route.useParams()
  const pages = usePages()
  const titleOf = usePageTitle()
  if (!pages) return <ListSkeleton />
  const page = pages.find((each) => each.id === id)
  const back = (
    <Link to="/staticpage" search={{}} className="btn quiet sm">
      <ArrowLeft aria-hidden="true" />
      <Trans>All pages</Trans>
    </Link>
  )
  return (
    <>
      <div className="row wrap">
        {back}
        <h2 className="grow">{page ? titleOf(page) : id === 'new' ? <Trans>New page</Trans> : null}</h2>
      </div>
      <OfflineBar />
      {page || id === 'new' ? (
        <PageForm key={id} page={page ?? null} />
      ) : (
        <NeverFilled>
          <Empty icon={<FileText />} title={<Trans>This page does not exist</Trans>} action={back} />
        </NeverFilled>
      )}
    </>
  )
}

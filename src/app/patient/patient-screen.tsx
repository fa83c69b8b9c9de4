import '../../areas/patient/patient.css'
import '../../areas/appointment/visit.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { PatientComments } from '../../areas/comment/patient-comments.tsx'
import { useComments } from '../../areas/comment/queries.ts'
import { PatientRecipes } from '../../areas/recipe/patient-recipes.tsx'
import { useRecipes } from '../../areas/recipe/queries.ts'
import { PatientReports } from '../../areas/report/patient-reports.tsx'
import { useReports } from '../../areas/report/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { PATIENT_TABS } from '../../screen/search.ts'
import { useEntriesOf } from '../../screen/queries-waiting.ts'
import { Empty, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { PatientFiles } from '../../areas/patient-file/patient-files.tsx'
import { useFiles } from '../../areas/patient-file/queries.ts'
import { PatientBalance } from '../../areas/wallet/patient-balance.tsx'
import { ContactLog } from '../../areas/patient/contact-log.tsx'
import { KnownAlready } from '../../areas/patient/known-already.tsx'
import { PatientHead } from '../../areas/patient/patient-head.tsx'
import { PatientNotes } from '../../areas/patient/patient-notes.tsx'
import { PatientSummary } from '../../areas/patient/patient-summary.tsx'
import type { ListedCard } from '../../areas/patient/listed-card.ts'
import { PatientGlance } from './patient-glance.tsx'
import { PatientVisits } from './patient-visits.tsx'
import { usePatientVisits } from '../../areas/patient/queries-kept.ts'
import { useNotes } from '../../areas/patient/queries-notes.ts'
import { usePatientCard } from '../../areas/patient/use-patient.ts'

const route = getRouteApi('/signed-in/patient/$id')

/** One patient: card, visits, notes, and acts (SCREENS B7 "Detail"). */
export function PatientScreen() {
  const { id } = route.useParams()
  const { card, why, reload } = usePatientCard(id)
  const refused = useEntriesOf(`patient:${id}`)?.some(
    (entry) => entry.call === 'patient.add' && entry.state === 'parked',
  )
  const navigate = useNavigate()
  if (card) return <Patient key={card.id} card={card} onChanged={reload} />
  if (refused)
    return (
      <KnownAlready
        patientId={id}
        onKnown={(known) => void navigate({ to: '/patient/$id', params: { id: known.id }, search: {}, replace: true })}
      />
    )
  if (why === 'loading') return <ListSkeleton rows={4} />
  if (why === 'offline')
    return (
      <NotOnDevice>
        <Trans>Patient records are not kept on an admin’s device. You need to be online to see this page.</Trans>
      </NotOnDevice>
    )
  if (why === 'not-yet') return <NotOnDevice />
  return (
    <Empty
      icon={<UserX />}
      title={<Trans>You do not have access to this patient</Trans>}
      action={
        <Link to="/appointment" search={{}} className="btn">
          <Trans>To the appointments</Trans>
        </Link>
      }
    >
      <Trans>This record does not exist, or you do not have access to it.</Trans>
    </Empty>
  )
}

function Patient({ card, onChanged }: { card: ListedCard; onChanged: () => void }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const navigate = route.useNavigate()
  const { tab = 'summary' } = route.useSearch()
  const visits = usePatientVisits(card.id)
  const notes = useNotes(card.id)
  const files = useFiles(card.id)
  const recipes = useRecipes(card.id)
  const reports = useReports(card.id)
  const comments = useComments()?.filter(({ patientId }) => patientId === card.id)
  const reads = person.type !== 'admin'
  return (
    <>
      <PatientHead card={card} onChanged={onChanged} />
      <Tabs
        label={t`Parts of the record`}
        value={
          (CLINICAL.has(tab) && !reads) || ((tab === 'balance' || tab === 'contacts') && person.type === 'doctor')
            ? 'summary'
            : tab
        }
        onChange={(next) =>
          void navigate({
            search: { tab: PATIENT_TABS.find((each) => each === next) },
            replace: true,
            resetScroll: false,
          })
        }
        tabs={[
          {
            id: 'summary',
            label: t`Summary`,
            content: (
              <>
                <PatientGlance
                  patientId={card.id}
                  visits={visits?.visits}
                  notes={notes}
                  recipes={recipes}
                  reports={reports}
                  files={files}
                />
                <PatientSummary card={card} visits={visits} notes={notes} onChanged={onChanged} />
              </>
            ),
          },
          {
            id: 'visits',
            label: t`Appointments`,
            ...(visits && reads && { count: visits.visits.length }),
            content: <PatientVisits card={card} known={visits} />,
          },
          ...(reads
            ? [
                {
                  id: 'notes',
                  label: t`Notes`,
                  ...(notes && { count: notes.length }),
                  content: <PatientNotes patientId={card.id} notes={notes} />,
                },
                {
                  id: 'recipes',
                  label: t`Medication advice`,
                  ...(recipes && { count: recipes.length }),
                  content: <PatientRecipes patientId={card.id} recipes={recipes} visits={visits?.visits ?? []} />,
                },
                {
                  id: 'reports',
                  label: t`Reports`,
                  ...(reports && { count: reports.length }),
                  content: <PatientReports patientId={card.id} reports={reports} visits={visits?.visits ?? []} />,
                },
                {
                  id: 'files',
                  label: t`Files`,
                  ...(files && { count: files.length }),
                  content: <PatientFiles patientId={card.id} files={files} visits={visits?.visits ?? []} />,
                },
              ]
            : []),
          {
            id: 'comments',
            label: t`Comments`,
            ...(comments && { count: comments.length }),
            content: <PatientComments comments={comments} />,
          },
          ...(person.type === 'doctor'
            ? []
            : [
                {
                  id: 'balance',
                  label: t`Balance`,
                  content: <PatientBalance patientId={card.id} name={card.name} />,
                },
                {
                  id: 'contacts',
                  label: t`Contact log`,
                  content: <ContactLog patientId={card.id} name={card.name} />,
                },
              ]),
        ]}
      />
    </>
  )
}

/** The parts that admins do not read (RULES 13). */
const CLINICAL: ReadonlySet<string> = new Set(['notes', 'recipes', 'reports', 'files'])

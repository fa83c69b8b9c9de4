import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileText, FlaskConical, Pill } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFiles } from '../patient-file/queries.ts'
import { useRecipes } from '../recipe/queries.ts'
import { useReports } from '../report/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import type { ShownVisit } from './queries.ts'

/**
 * What was written and handed over at a visit, with links; its doctor writes from here. Not shown to admins (rules 52,
 * 54), nor to others if it is empty.
 */
export function VisitCare({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const recipes = useRecipes(visit.patientId)?.filter(isOf(visit))
  const reports = useReports(visit.patientId)?.filter(isOf(visit))
  const files = useFiles(visit.patientId)?.filter(isOf(visit))
  const writes = person.type === 'doctor' && visit.status !== 'cancelled'
  if (person.type === 'admin' || !recipes || !reports || !files) return null
  const rows: { key: string; icon: ReactNode; tab: Tab; words: ReactNode }[] = [
    ...recipes.map(({ id, lines }) => ({
      key: id,
      icon: <Pill aria-hidden="true" size={18} />,
      tab: 'recipes' as const,
      words: <Plural value={lines.length} one="Medication advice, # medicine" other="Medication advice, # medicines" />,
    })),
    ...reports.map(({ id, title }) => ({
      key: id,
      icon: <FlaskConical aria-hidden="true" size={18} />,
      tab: 'reports' as const,
      words: t`Report: ${title}`,
    })),
    ...files.map(({ id, title }) => ({
      key: id,
      icon: <FileText aria-hidden="true" size={18} />,
      tab: 'files' as const,
      words: t`File: ${title}`,
    })),
  ]
  if (rows.length === 0 && !writes) return null
  return (
    <Card
      title={<Trans>Recorded at this appointment</Trans>}
      aside={
        writes && (
          <span className="row wrap">
            <Link to="/patient/$id" params={{ id: visit.patientId }} search={{ tab: 'recipes' }}>
              <Trans>Write medication advice</Trans>
            </Link>
            <Link to="/patient/$id" params={{ id: visit.patientId }} search={{ tab: 'reports' }}>
              <Trans>Ask for tests</Trans>
            </Link>
          </span>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="sm dim">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : (
        <ul className="stack-2">
          {rows.map(({ key, icon, tab, words }) => (
            <li key={key} className="row">
              {icon}
              {person.type === 'patient' ? (
                <Link to={OWN_PAGE[tab]} search={{}}>
                  {words}
                </Link>
              ) : (
                <Link to="/patient/$id" params={{ id: visit.patientId }} search={{ tab }}>
                  {words}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Tab = keyof typeof OWN_PAGE
const OWN_PAGE = { recipes: '/patient/recipe', reports: '/patient/report', files: '/patient/files' } as const

const isOf =
  ({ id }: ShownVisit) =>
  ({ appointmentId }: { readonly appointmentId: string | null }) =>
    appointmentId === id

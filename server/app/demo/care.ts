import { CARE_TEXTS } from './care-texts.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'
import type { VisitRow } from './visit-rows.ts'

/** One in this many completed visits has something written; for the patients who sign in, each has. */
const EVERY = 5

/**
 * Recipes and reports of the doctors who sign in, written when the visit ended: a recipe after most, a request for
 * tests after some, and results for the older requests.
 */
export function careRows(visits: readonly VisitRow[], people: People, plan: Plan) {
  const doctors = new Map(people.doctors.map((doctor) => [doctor.id, doctor]))
  const titles = new Map(people.doctorRows.map(({ id, title }) => [id, title]))
  const signIn = new Set(
    plan.clinics.flatMap(({ cast, index }) => (cast ? (people.patientsOf[index]?.[0]?.id ?? []) : [])),
  )
  const ended = visits.filter(({ status }) => status === 'completed').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const recipes: ReturnType<typeof recipeRow>[] = []
  const reports: ReturnType<typeof reportRow>[] = []
  let requestCount = 0
  for (const [i, visit] of ended.entries()) {
    if (i % EVERY && !signIn.has(visit.patient_id)) continue
    const doctor = doctors.get(visit.doctor_id)
    const clinic = plan.clinics.find(({ id }) => id === visit.clinic_id)
    if (!doctor || !clinic) continue
    const texts = CARE_TEXTS[clinic.lang]
    const n = recipes.length + reports.length + 1
    const of = {
      patient_id: visit.patient_id,
      clinic_id: clinic.id,
      appointment_id: visit.id,
      doctor_id: doctor.id,
      doctor_name: `${titles.get(doctor.id) ?? ''} ${doctor.name}`.trim(),
      created_at: visit.ends_at,
    }
    if (n % 3) recipes.push(recipeRow(of, demoId('recipe', n), texts.recipes[recipes.length % texts.recipes.length]!))
    else {
      const tests = texts.tests[requestCount++ % texts.tests.length]!
      const request = demoId('report', n)
      reports.push(reportRow(of, request, 'request', null, tests))
      const answered = Date.parse(visit.ends_at) + 2 * DAY
      if (answered < plan.now && requestCount % 3)
        reports.push(
          reportRow(
            { ...of, created_at: new Date(answered).toISOString() },
            demoId('report', n + 1),
            'result',
            request,
            tests,
          ),
        )
    }
  }
  return { recipes, reports }
}

type Of = {
  readonly patient_id: string
  readonly clinic_id: string
  readonly appointment_id: string
  readonly doctor_id: string
  readonly doctor_name: string
  readonly created_at: string
}
type Texts = (typeof CARE_TEXTS)['tr']

const recipeRow = (of: Of, id: string, { lines, note }: Texts['recipes'][number]) => ({ ...of, id, lines, note })

/** A request has tests and a reason; its result has the values and the doctor's comment. */
const reportRow = (
  of: Of,
  id: string,
  kind: 'request' | 'result',
  answers: string | null,
  { title, lines, description, comment }: Texts['tests'][number],
) => ({
  ...of,
  id,
  kind,
  report_id: answers,
  title,
  lines: kind === 'result' ? lines : lines.map(({ test }) => ({ test, value: '', note: '' })),
  description: kind === 'request' ? description : '',
  comment: kind === 'result' ? comment : '',
})

const DAY = 86_400_000

import { PLACE_STEP } from '../../../contract/video/video.rules.ts'
import { COMMENT_TEXTS } from './comment-texts.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'
import { QUESTION_TEXTS } from './question-texts.ts'
import { VIDEO_TITLES } from './video-texts.ts'
import type { VisitRow } from './visit-rows.ts'

/** One in this many completed visits has a comment. */
const EVERY = 4
const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Comments on the visits of the doctors who sign in: those of the last days wait to be read, one of them was reported, the rest are public.
 * The last visit of a patient who signs in has none yet, so that the form can be seen.
 */
export function commentRows(visits: readonly VisitRow[], people: People, plan: Plan) {
  const signIn = new Set(
    plan.clinics.flatMap(({ cast, index }) => (cast ? (people.patientsOf[index]?.[0]?.id ?? []) : [])),
  )
  const ended = visits.filter(({ status }) => status === 'completed').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const last = new Map<string, VisitRow>()
  for (const visit of ended)
    if ((last.get(visit.patient_id)?.ends_at ?? '') < visit.ends_at) last.set(visit.patient_id, visit)
  let reported = false
  return ended
    .filter((visit, i) => (signIn.has(visit.patient_id) ? last.get(visit.patient_id) !== visit : i % EVERY === 0))
    .flatMap((visit, i) => {
      const clinic = plan.clinics.find(({ id }) => id === visit.clinic_id)
      const written = Date.parse(visit.ends_at) + 3 * HOUR
      if (!clinic || written > plan.now) return []
      const texts = COMMENT_TEXTS[clinic.lang]
      const comment = texts[i % texts.length]!
      const published = plan.now - written > 5 * DAY
      const bad = published && comment.rate < 3 && !reported && comment.content !== '' && !clinic.private
      reported ||= bad
      return [
        {
          id: demoId('comment', i + 1),
          appointment_id: visit.id,
          ...comment,
          published,
          reported_at: bad ? new Date(plan.now - DAY).toISOString() : null,
          report_reason: bad ? REASONS[clinic.lang] : null,
          created_at: new Date(written).toISOString(),
        },
      ]
    })
}

const REASONS = {
  tr: 'O gün acil bir hasta vardı, kendisine bilgi verilmişti.',
  en: 'There was an emergency that day, and the patient had been told.',
  de: 'An dem Tag gab es einen Notfall, der Patient war informiert.',
  ru: 'В тот день был экстренный случай, пациента предупредили.',
} as const

/** What the trigger of published comments keeps, for rows that were loaded past it (migration 0029). */
export const COUNT_RATINGS = `
  insert into doctor_rating (doctor_id, clinic_id, votes, points)
  select doctor_id, clinic_id, count(*), sum(rate) from comment where published group by doctor_id, clinic_id`

/** Videos of the doctors who sign in, in their clinic's language; their pictures come with the platform's double (`storeStills`). */
export function videoRows(people: People, plan: Plan) {
  return people.doctors
    .filter(({ clinics, place }) => clinics[0]?.cast && place === 0)
    .flatMap((doctor, n) =>
      VIDEO_TITLES[doctor.clinics[0]!.lang].map((title, i) => ({
        id: demoId('video', n * 10 + i + 1),
        doctor_id: doctor.id,
        title,
        code: `demo-${String(n * 10 + i).padStart(6, '0')}`,
        place: i * PLACE_STEP,
        created_at: new Date(plan.now - (20 + i * 9) * DAY).toISOString(),
      })),
    )
}

/**
 * Questions to the doctors who sign in: some answered and public, the newest answered and waiting to be read, the last
 * still open; one in three is addressed to the specialty.
 */
export function questionRows(people: People, plan: Plan) {
  const titles = new Map(people.doctorRows.map(({ id, title, branch_ids }) => [id, { title, branch: branch_ids[0] }]))
  return people.doctors
    .filter(({ clinics, place }) => clinics[0]?.cast && place === 0)
    .flatMap((doctor, n) => {
      const clinic = doctor.clinics[0]!
      const { title = '', branch = null } = titles.get(doctor.id) ?? {}
      return QUESTION_TEXTS[clinic.lang].map(({ content, answer }, i) => {
        const askedAt = plan.now - (2 + (5 - i) * 6) * DAY
        const published = answer !== '' && i !== 1
        return {
          id: demoId('question', n * 10 + i + 1),
          clinic_id: clinic.id,
          branch_id: branch,
          doctor_id: i % 3 === 0 || !branch ? doctor.id : null,
          content,
          answer,
          answered_at: answer ? new Date(askedAt + DAY).toISOString() : null,
          answerer_id: answer ? doctor.id : null,
          answered_by: answer ? `${title} ${doctor.name}`.trim() : null,
          published,
          likes: published ? 12 - 3 * i + n : 0,
          dislikes: published ? i : 0,
          views: published ? 340 - 70 * i + 11 * n : 0,
          created_at: new Date(askedAt).toISOString(),
        }
      })
    })
}

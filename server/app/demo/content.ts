import { articleSlug } from '../../../contract/article/article.rules.ts'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { ARTICLES } from './article-texts.ts'
import { demoId } from './ids.ts'
import { PAGES } from './page-texts.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'

/** Articles by the doctors who sign in and by an admin, with their translations; a private clinic's are its own (rule 77). */
export function articleRows(people: People, plan: Plan) {
  const titles = new Map(people.doctorRows.map(({ id, title }) => [id, title]))
  const admin = people.persons.find(({ type }) => type === 'admin')!
  let n = 0
  return ARTICLES.flatMap(({ by, category, in: texts }, i) => {
    const clinic = plan.clinics.find(({ slug }) => slug === by)
    const doctor = people.doctors.find(({ place, clinics }) => place === 0 && clinics[0] === clinic)
    if (by && (!doctor || !clinic)) return []
    const groupId = demoId('article', n + 1)
    // the first one is the original
    return Object.entries(texts).map(([language, { title, content, published }], translation) => {
      const written = new Date(plan.now - (60 - 9 * i - translation) * DAY).toISOString()
      return {
        id: demoId('article', ++n),
        title,
        slug: articleSlug(title),
        category,
        language: language as Language, // the keys of the texts
        content,
        published,
        author_id: doctor?.id ?? admin.id,
        author_name: doctor ? `${titles.get(doctor.id) ?? ''} ${doctor.name}`.trim() : admin.name,
        author_type: doctor ? 'doctor' : 'admin',
        clinic_id: clinic?.private ? clinic.id : null,
        group_id: groupId,
        image_ids: [],
        created_at: written,
        updated_at: written,
      }
    })
  })
}

/** Pages of the public site, each in some of the languages. */
export const pageRows = (plan: Plan) =>
  PAGES.map(({ section, place, inMenu, published, in: texts }, i) => {
    const of = (field: 'title' | 'content' | 'meta') =>
      LANGUAGES.flatMap((lang) => (texts[lang]?.[field] ? [{ lang, value: texts[lang][field] }] : []))
    const written = new Date(plan.now - (40 - 8 * i) * DAY).toISOString()
    return {
      id: demoId('page', i + 1),
      title: of('title'),
      content: of('content'),
      meta_description: of('meta'),
      in_menu: inMenu,
      section,
      place,
      published,
      created_at: written,
      updated_at: written,
    }
  })

const DAY = 86_400_000

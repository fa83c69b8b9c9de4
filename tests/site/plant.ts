import { newId } from '../../contract/kernel/id.ts'
import type { TestServer } from '../support/server.ts'

/**
 * Everything that public pages may show, and next to each item the same with one reason why they must not. Public texts
 * contain `Shown…`, others `Veiled…` and the reason, so that a page itself reveals a fault.
 */
export async function plant(server: TestServer) {
  const { pool, world } = server
  const { clinics, people } = world
  const now = server.clock.now
  const write = (text: string, values: readonly unknown[]) => pool.query(text, [...values])
  const texts = (value: string) =>
    JSON.stringify(['tr', 'en', 'de', 'ru'].map((lang) => ({ lang, value: `${value} ${lang}` })))

  await write(
    `update clinic set address = case when private then 'VeiledStreet 1' else 'ShownStreet 1' end, email = slug || '@house.example',
            location = '{"lat": 41.01, "lng": 28.97}', web_url = slug || '.web.localhost', terms = $1, data_policy = $2,
            phone = case when private then '+905320000001' else '+905320000002' end where slug <> 'gizli'`,
    [texts('ShownTerms'), texts('ShownPolicy')],
  )
  await write(
    `update clinic set address = 'VeiledStreet 1', terms = $1, phone = '+905320000001', web_url = 'gizli.web.localhost', city = 'VeiledCity'
      where slug = 'gizli'`,
    [texts('VeiledTerms')],
  )
  const describe = (id: string, word: string) =>
    write(
      `update doctor set short_description = $2, description = $3, expertise = $4, city = $5, languages = '{tr,de}', diploma = $6, certificates = $7
        where id = $1`,
      [
        id,
        texts(`${word}Short <b>"&'`),
        texts(`${word}Long`),
        texts(`${word}Expertise`),
        `${word}Town`,
        `${word}School`,
        [`${word}Paper`],
      ],
    )
  await describe(people.doctorKuzey.id, 'Shown')
  await describe(people.doctorBoth.id, 'Shown')
  await describe(people.doctorGizli.id, 'VeiledOfPrivate')
  await describe(people.doctorPassive.id, 'VeiledOfPassive')
  const disease = newId(now)
  await write(`insert into disease (id, name) values ($1, $2)`, [disease, texts('ShownDisease')])
  await write('update doctor set disease_ids = array[$1::uuid] where id = $2', [disease, people.doctorKuzey.id])
  const secret = newId(now)
  await write(`insert into treatment (id, name) values ($1, $2)`, [secret, texts('VeiledTreatment')])
  await write('update doctor set treatment_ids = array[$1::uuid] where id = $2', [secret, people.doctorGizli.id])
  // the private clinic's price for a doctor who is public elsewhere
  await write(
    `insert into availability (id, doctor_id, clinic_id, start_date, end_date, start_time, end_time, period, type, days, price, currency, zone)
     values ($1, $2, $3, '2020-01-01', '2090-01-01', '09:00', '10:00', 20, 'physical', '{1}', 7654321, 'try', 'Europe/Istanbul')`,
    [newId(now), people.doctorBoth.id, clinics.gizli],
  )

  let slots = 0
  async function comment(doctor: string, patient: string, clinic: string, words: string, published: boolean) {
    const visit = await world.visit(doctor, patient, clinic, world.slot(-20, slots++), { status: 'completed' })
    await write(
      'insert into comment (id, appointment_id, rate, content, published, created_at) values ($1, $2, 4, $3, $4, now())',
      [newId(now), visit, words, published],
    )
  }
  await comment(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, 'ShownComment', true)
  await comment(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, 'VeiledUnpublishedComment', false)
  await comment(people.doctorBoth.id, people.patientGizli.id, clinics.gizli, 'VeiledCommentOfPrivate', true)

  const question = (doctor: string, clinic: string | null, words: string, published: boolean) =>
    write(
      `insert into question (id, clinic_id, branch_id, doctor_id, content, answer, answered_at, answerer_id, answered_by, published, created_at)
       values ($1, $2, $3, $4, $5, $6, now(), $4, 'x', $7, now())`,
      [newId(now), clinic, world.branch, doctor, `${words}Asked`, `<p>${words}Answer</p>`, published],
    )
  await question(people.doctorKuzey.id, null, 'Shown', true)
  await question(people.doctorKuzey.id, null, 'VeiledUnpublished', false)
  await question(people.doctorBoth.id, clinics.gizli, 'VeiledOfPrivate', true)

  async function article(
    title: string,
    fields: { language: string; published: boolean; clinic?: string; author?: string; group?: string },
  ) {
    const id = newId(now)
    await write(
      `insert into article (id, title, slug, category, language, content, published, author_id, author_name, author_type, clinic_id, group_id, created_at, updated_at)
       values ($1::uuid, $2, lower($2), 'health', $3, '<h1>Head</h1><p>' || $2 || 'Text</p>', $4, $5, 'Veiled Author', $6, $7, coalesce($8::uuid, $1::uuid), now(), now())`,
      [
        id,
        title,
        fields.language,
        fields.published,
        fields.author ?? people.admin.id,
        fields.author ? 'doctor' : 'admin',
        fields.clinic,
        fields.group,
      ],
    )
    return id
  }
  const group = await article('ShownArticleTr', { language: 'tr', published: true, author: people.doctorKuzey.id })
  await article('ShownArticleDe', { language: 'de', published: true, author: people.doctorKuzey.id, group })
  const alone = await article('ShownAloneEn', { language: 'en', published: true })
  await article('VeiledUnpublishedArticle', { language: 'en', published: false, group })
  await article('VeiledArticleOfPrivate', {
    language: 'tr',
    published: true,
    clinic: clinics.gizli,
    author: people.doctorGizli.id,
  })

  const page = (word: string, published: boolean, languages: readonly string[]) =>
    write(
      `insert into page (id, title, content, meta_description, in_menu, section, place, published, created_at, updated_at)
       values ($1, $2, $3, '[]', true, 'main', 1, $4, now(), now())`,
      [
        newId(now),
        JSON.stringify(languages.map((lang) => ({ lang, value: `${word}Page ${lang}` }))),
        JSON.stringify(languages.map((lang) => ({ lang, value: `<p>${word}PageText ${lang}</p>` }))),
        published,
      ],
    )
  await page('Shown', true, ['tr', 'de'])
  await page('VeiledUnpublished', false, ['tr', 'de'])
  return { alone, group, disease }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let patient: Client
let doctor: Client
let admin: Client
let desk: Client
beforeAll(async () => {
  server = await startServer()
  patient = await server.as('patientKuzey', 'kuzey.localhost')
  doctor = await server.as('doctorKuzey')
  admin = await server.as('admin')
  desk = await server.as('deskKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const people = () => server.world.people
let n = 0
/** A visit that is over; by default between Kuzey's doctor and patient. */
const over = (doctorId = people().doctorKuzey.id, patientId = people().patientKuzey.id, clinic = 'kuzey' as const) =>
  server.world.visit(doctorId, patientId, server.world.clinics[clinic], server.world.slot(-40, n++), {
    status: 'completed',
  })
const write = (who: Client, appointmentId: string, rate: 1 | 2 | 3 | 4 | 5 = 5, content = 'Çok ilgilendi') =>
  who.call('comment.add', { id: newId(), appointmentId, rate, content }, { key: freshKey() })
const idOf = ({ body }: { body: Record<string, unknown> }) => (body['comment'] as { id: string }).id
const publish = (who: Client, id: string) => who.call('comment.publish', { id }, { key: freshKey() })
const ratingOf = async (who: Client, id = people().doctorKuzey.id) => {
  const { body } = await who.call('doctor.list', { limit: 1000 })
  const card = (body['doctors'] as { id: string; rating: number | null; ratings: number }[]).find((d) => d.id === id)
  return [card?.rating, card?.ratings]
}

describe('comments (rule 77)', () => {
  test('one comment per visit, also from two devices at once: the second is refused, and the first stays', async () => {
    const visit = await over()
    const answers = await Promise.all([write(patient, visit, 5, 'bir'), write(patient, visit, 2, 'iki')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const no = answers.find(({ status }) => status === 409)!
    expect(no.body).toMatchObject({ refused: 'comment_exists' })
    const { rows } = await server.pool.query('select content from comment where appointment_id = $1', [visit])
    expect(rows).toHaveLength(1)
  })

  test('the doctor sees initials, the desk and the admin the name; no one else sees who wrote it', async () => {
    const id = idOf(await write(patient, await over()))
    const nameTo = async (who: Client) =>
      ((await who.call('comment.get', { id })).body['comment'] as { patientName: string } | undefined)?.patientName
    expect(await nameTo(doctor)).toBe('N. P.')
    expect(await nameTo(admin)).toBe('Name patient.kuzey')
    expect(await nameTo(desk)).toBe('Name patient.kuzey')
    expect(await nameTo(patient)).toBe('Name patient.kuzey')
    expect(await nameTo(await server.as('patientLinden'))).toBeUndefined()
  })

  test('a rating counts only published comments, and a withdrawn one no longer', async () => {
    const [was, votes] = await ratingOf(admin)
    expect([was, votes]).toEqual([null, 0])
    const [one, two] = [idOf(await write(patient, await over(), 5)), idOf(await write(patient, await over(), 2))]
    expect(await ratingOf(admin)).toEqual([null, 0])
    await publish(admin, one)
    await publish(admin, two)
    await publish(admin, two)
    expect(await ratingOf(admin)).toEqual([3.5, 2])
    expect(await ratingOf(patient)).toEqual([3.5, 2])
    await admin.call('comment.unpublish', { id: two }, { key: freshKey() })
    expect(await ratingOf(admin)).toEqual([5, 1])
    const { body } = await admin.call('comment.list', { published: true, part: 'head' })
    expect(body).toMatchObject({ average: 5, histogram: [0, 0, 0, 0, 1], comments: [] })
  })

  test('a report notifies the moderators once, and their decision closes it', async () => {
    const id = idOf(await write(patient, await over(), 1, 'x'))
    const rung = async () =>
      (await server.pool.query(`select user_id from notification where kind = 'comment_reported'`)).rows.map(
        ({ user_id }) => user_id as string,
      )
    const report = () => doctor.call('comment.report', { id, reason: 'Hasta ben değilim' }, { key: freshKey() })
    expect((await report()).body).toMatchObject({ status: true, comment: { reportReason: 'Hasta ben değilim' } })
    await report()
    expect((await rung()).toSorted()).toEqual([people().admin.id, people().superadmin.id].toSorted())
    expect((await publish(admin, id)).body).toMatchObject({ comment: { published: true, reportedAt: null } })
  })

  test('in a private clinic the desk publishes and admins see neither comment nor rating; a public clinic’s desk publishes nothing', async () => {
    const { gizli } = server.world.clinics
    const both = people().doctorBoth.id
    const secret = await server.as('patientGizli', 'gizli.localhost')
    const visit = await server.world.visit(both, people().patientGizli.id, gizli, server.world.slot(-40, n++), {
      status: 'completed',
    })
    const id = idOf(await write(secret, visit, 1, 'gizli söz'))
    const privateDesk = await server.as('deskGizli', 'gizli.localhost')
    expect((await publish(admin, id)).status).toBe(404)
    expect((await publish(desk, id)).status).toBe(403)
    expect((await publish(privateDesk, id)).body).toMatchObject({ comment: { published: true } })
    expect(JSON.stringify((await admin.call('comment.list', { limit: 1000 })).body)).not.toContain('gizli söz')
    expect(await ratingOf(privateDesk, both)).toEqual([1, 1])
    expect(await ratingOf(admin, both)).toEqual([null, 0])
    expect(await ratingOf(patient, both)).toEqual([null, 0])
    expect(await ratingOf(secret, both)).toEqual([1, 1])
  })
})

describe('the patient is asked for a comment (rule 68)', () => {
  const letters = async (visit: string) =>
    (
      await server.pool.query<{ template: string; next_try_at: Date; args: Record<string, string> }>(
        `select template, next_try_at, args from message where appointment_id = $1 and state = 'queued'`,
        [visit],
      )
    ).rows
  const done = async (columns = '') => {
    const visit = await server.world.visit(
      people().doctorKuzey.id,
      people().patientKuzey.id,
      server.world.clinics.kuzey,
      server.world.slot(-39, n++),
    )
    if (columns) await server.pool.query(`update appointment set no_show_at = now() where id = $1`, [visit])
    await desk.call('appointment.complete', { id: visit }, { key: freshKey() })
    return visit
  }

  test('the request goes out once, two hours after completion; the letter names neither doctor nor specialty', async () => {
    const visit = await done()
    const [letter, ...more] = await letters(visit)
    expect(more).toEqual([])
    expect(letter).toMatchObject({ template: 'visit_comment' })
    expect(letter!.next_try_at.getTime()).toBe(server.clock.now + 2 * HOUR)
    expect(Object.keys(letter!.args).toSorted()).toEqual(['house', 'link', 'name'])
    expect(letter!.args['link']).toMatch(new RegExp(`kuzey.*/appointment/${visit}$`))
    await desk.call('appointment.complete', { id: visit }, { key: freshKey() })
    expect(await letters(visit)).toHaveLength(1)
  })

  test('a patient who did not come, or has already commented, is not asked', async () => {
    expect(await letters(await done('no-show'))).toEqual([])
    const visit = await done()
    await write(patient, visit)
    expect(await letters(visit)).toEqual([])
  })
})

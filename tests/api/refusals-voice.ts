import type { CallName, Refusal } from '../../contract/calls.ts'
import { ASKED_A_DAY } from '../../contract/question/question.rules.ts'
import { newId } from '../../contract/kernel/id.ts'
import { freshKey, type Answer, type TestServer } from '../support/server.ts'
import { makeComment, makeCompleted, makeQuestion, makeVideo } from './attempts-voice.ts'
import type { Try } from './attempts.ts'
import type { Cast } from './cast.ts'

type Calls = Extract<CallName, `moderation.${string}` | `comment.${string}` | `video.${string}` | `question.${string}`>
type Provoked = { readonly [N in Calls]: { readonly [R in Refusal<N>]: () => Promise<Answer> } }

/** Provokes every refusal of what people say in public. Takes functions, since the server starts with the tests. */
export function voiceRefusals(server: { server: () => TestServer; cast: () => Cast; make: () => Try }): Provoked {
  const admin = () => server.cast().clients.admin
  const desk = () => server.cast().clients.deskPublic
  const doctor = () => server.cast().clients.doctorPublic
  const patient = () => server.cast().clients.patientPublic
  const places = () => server.cast().places
  const here = () => places().kuzey1
  const gone = { id: newId() }

  const add = async (extra: object) =>
    patient().call(
      'comment.add',
      { id: newId(), appointmentId: await makeCompleted(server.make(), here()), rate: 1, content: '', ...extra },
      { key: freshKey() },
    )

  const askDoctor = async (extra: object) =>
    patient().call(
      'question.ask',
      { id: newId(), doctorId: here().doctor, content: 'Soru', ...extra },
      { key: freshKey() },
    )
  const addVideo = async (extra: object) =>
    doctor().call('video.add', { id: newId(), title: 'x', code: 'video-01234', ...extra }, { key: freshKey() })
  const down = async (ask: () => Promise<Answer>) => {
    server.server().videos.behave('down')
    const answer = await ask()
    server.server().videos.behave('well')
    return answer
  }

  return {
    'question.list': {},
    'question.voices': { doctor_not_found: async () => patient().call('question.voices', { id: newId() }) },
    'question.ask': {
      id_taken: async () => askDoctor({ id: await makeQuestion(server.make(), places().gizli1) }),
      doctor_not_found: async () => askDoctor({ doctorId: newId() }),
      question_limit: async () => {
        await server.server().pool.query('delete from question where asker_id is not null')
        for (let n = 0; n < ASKED_A_DAY; n++) await askDoctor({})
        const answer = await askDoctor({})
        await server.server().pool.query('delete from question where asker_id is not null')
        return answer
      },
    },
    'question.mark': { question_not_found: async () => patient().call('question.mark', { ...gone, mark: 'like' }) },
    'question.answer': {
      question_not_found: async () => doctor().call('question.answer', { ...gone, answer: '<p>x</p>' }),
      question_answered: async () => {
        // another doctor's answer; this doctor sees the question because it was put to them too
        const id = await makeQuestion(server.make(), here(), { answered: true })
        await server
          .server()
          .pool.query(`update question set answerer_id = $2 where id = $1`, [id, places().kuzey2.doctor])
        return doctor().call('question.answer', { id, answer: '<p>x</p>' })
      },
    },
    'question.publish': {
      question_not_found: async () => admin().call('question.publish', gone),
      question_unanswered: async () =>
        admin().call('question.publish', { id: await makeQuestion(server.make(), here()) }),
    },
    'question.unpublish': { question_not_found: async () => admin().call('question.unpublish', gone) },
    'question.delete': { question_not_found: async () => admin().call('question.delete', gone) },
    'video.list': {},
    'video.look': {
      video_not_found: async () => doctor().call('video.look', { code: 'unknown-012' }),
      third_party_failure: async () => down(() => doctor().call('video.look', { code: 'down-012345' })),
    },
    'video.add': {
      id_taken: async () => addVideo({ id: await makeVideo(server.make(), places().gizli1) }),
      video_not_found: async () => addVideo({ code: 'unknown-345' }),
      video_exists: async () => {
        await addVideo({ code: 'twice-01234' })
        return addVideo({ code: 'twice-01234' })
      },
      third_party_failure: async () => down(() => addVideo({ code: 'down-345678' })),
    },
    'video.move': { record_not_found: async () => doctor().call('video.move', { ...gone, place: 1 }) },
    'video.delete': { record_not_found: async () => doctor().call('video.delete', gone) },
    'moderation.list': {},
    'comment.list': {},
    'comment.get': { comment_not_found: async () => admin().call('comment.get', gone) },
    'comment.add': {
      id_taken: async () => add({ id: await makeComment(server.make(), places().gizli1) }),
      appointment_not_found: async () => add({ appointmentId: newId() }),
      visit_not_completed: async () => add({ appointmentId: await server.make().visit(here(), 'past') }),
      comment_exists: async () => {
        // not by `add`, which clears the visit that all attempts share
        const appointmentId = await makeCompleted(server.make(), here())
        const once = () =>
          patient().call('comment.add', { id: newId(), appointmentId, rate: 1, content: '' }, { key: freshKey() })
        await once()
        return once()
      },
    },
    'comment.publish': { comment_not_found: async () => admin().call('comment.publish', gone) },
    'comment.unpublish': { comment_not_found: async () => admin().call('comment.unpublish', gone) },
    'comment.report': {
      comment_not_found: async () => doctor().call('comment.report', { ...gone, reason: 'x' }),
    },
    'comment.answer': { comment_not_found: async () => desk().call('comment.answer', { ...gone, answer: 'x' }) },
    'comment.publishAnswer': {
      comment_not_found: async () => admin().call('comment.publishAnswer', gone),
      comment_unanswered: async () =>
        admin().call('comment.publishAnswer', { id: await makeComment(server.make(), here()) }),
    },
    'comment.unpublishAnswer': { comment_not_found: async () => admin().call('comment.unpublishAnswer', gone) },
  }
}

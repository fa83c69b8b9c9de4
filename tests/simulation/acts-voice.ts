import { newId } from '../../contract/kernel/id.ts'
import { onAny, word, type Acts } from './scene.ts'

/**
 * What people say in public: patients write, doctors report and arrange their videos, admins and private desks publish.
 */
export const voiceActs = {
  'comment.add': async ({ draw, rows, now, person }) => {
    const all = await rows('appointment')
    if (!all.length) return null
    // mostly on a past visit; sometimes on a later one, and on one that has a comment
    const over = all.filter(({ status }) => status === 'completed')
    const visit = draw.pick(over.length && draw.chance(0.9) ? over : all)
    return {
      input: {
        id: newId(now),
        appointmentId: visit.id,
        rate: draw.pick([1, 2, 3, 4, 5] as const),
        content: draw.chance(0.7) ? word(draw) : '',
      },
      facts: { authorId: person.id, doctorId: visit.doctorId, clinicId: visit.clinicId },
    }
  },
  'comment.publish': onAny('comment'),
  'comment.unpublish': onAny('comment'),
  'comment.report': async ({ draw, rows }) => {
    const all = await rows('comment')
    return all.length ? { input: { id: draw.pick(all).id, reason: word(draw) } } : null
  },
  'comment.answer': async ({ draw, rows }) => {
    const all = await rows('comment')
    return all.length ? { input: { id: draw.pick(all).id, answer: draw.chance(0.8) ? word(draw) : '' } } : null
  },
  'comment.publishAnswer': onAny('comment'),
  'comment.unpublishAnswer': onAny('comment'),
  'question.ask': async ({ draw, rows, now }) => {
    const doctors = await rows('doctor')
    return doctors.length
      ? { input: { id: newId(now), doctorId: draw.pick(doctors).id, content: word(draw) }, facts: { clinicId: null } }
      : null
  },
  'question.answer': async ({ draw, rows, person }) => {
    const all = await rows('question')
    return all.length
      ? {
          input: { id: draw.pick(all).id, answer: `<p>${word(draw)}</p>` },
          facts: { authorId: person.id },
        }
      : null
  },
  'question.publish': onAny('question'),
  'question.unpublish': onAny('question'),
  'question.delete': onAny('question'),
  'video.move': async ({ draw, rows }) => {
    const all = await rows('video')
    return all.length ? { input: { id: draw.pick(all).id, place: draw.int(20) } } : null
  },
  'video.delete': onAny('video'),
} satisfies Acts

/**
 * What people say in public (rules 47, 77, 78; RULES 13): the people concerned see it; admins and the desk of a private
 * clinic publish it.
 */
const SIGHT = { admin: 'public', clinic: 'clinic', doctor: 'own', patient: 'own' } as const
const PUBLISHERS = { admin: 'public', clinic: 'private', doctor: 'forbidden', patient: 'forbidden' } as const
const DOCTORS = { admin: 'forbidden', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const

export const voicePolicy = {
  'moderation.list': { asks: 'list', admin: 'public', clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' },
  'comment.list': { asks: 'list', ...SIGHT, patient: 'forbidden' },
  'comment.get': { asks: 'object', ...SIGHT },
  'comment.add': { asks: 'object', admin: 'forbidden', clinic: 'forbidden', doctor: 'forbidden', patient: 'own' },
  'comment.publish': { asks: 'object', ...PUBLISHERS },
  'comment.unpublish': { asks: 'object', ...PUBLISHERS },
  'comment.report': { asks: 'object', ...DOCTORS },
  'comment.answer': { asks: 'object', admin: 'forbidden', clinic: 'clinic', doctor: 'forbidden', patient: 'forbidden' },
  'comment.publishAnswer': { asks: 'object', ...PUBLISHERS },
  'comment.unpublishAnswer': { asks: 'object', ...PUBLISHERS },
  'video.list': { asks: 'self', ...DOCTORS },
  'video.look': { asks: 'self', ...DOCTORS },
  'video.add': { asks: 'self', ...DOCTORS },
  'video.move': { asks: 'object', ...DOCTORS },
  'video.delete': { asks: 'object', ...DOCTORS },
  'question.list': { asks: 'list', ...SIGHT, patient: 'forbidden' },
  'question.voices': {
    asks: 'object',
    admin: 'forbidden',
    clinic: 'forbidden',
    doctor: 'forbidden',
    patient: 'public',
  },
  'question.ask': { asks: 'object', admin: 'forbidden', clinic: 'forbidden', doctor: 'forbidden', patient: 'public' },
  'question.mark': { asks: 'object', admin: 'forbidden', clinic: 'forbidden', doctor: 'forbidden', patient: 'public' },
  'question.answer': { asks: 'object', ...DOCTORS },
  'question.publish': { asks: 'object', ...PUBLISHERS },
  'question.unpublish': { asks: 'object', ...PUBLISHERS },
  'question.delete': { asks: 'object', ...PUBLISHERS },
} as const

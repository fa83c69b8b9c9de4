/**
 * RULES 13, rule 77: articles belong to their authors and the admins; in a private clinic its users read and publish
 * them instead.
 */
const mine = { admin: 'public', clinic: 'forbidden', doctor: 'own', patient: 'forbidden' } as const
const toPublish = { admin: 'public', clinic: 'private', doctor: 'forbidden', patient: 'forbidden' } as const
/** Only admins write static pages and picklists. */
const admins = { asks: 'self', admin: 'own', clinic: 'forbidden', doctor: 'forbidden', patient: 'forbidden' } as const

const everyone = { asks: 'self', admin: 'own', clinic: 'own', doctor: 'own', patient: 'own' } as const

/** Part of `policy.ts`: who may do what with published content and with the picklists. */
export const contentPolicy = {
  'article.media': { asks: 'self', ...mine },
  // each author has their own library
  'article.deleteMedia': { asks: 'object', ...mine, admin: 'none' },
  'article.list': { asks: 'list', ...mine, clinic: 'private' },
  'article.get': { asks: 'object', ...mine, clinic: 'private' },
  'article.add': { asks: 'self', ...mine },
  'article.update': { asks: 'object', ...mine },
  'article.publish': { asks: 'object', ...toPublish },
  'article.unpublish': { asks: 'object', ...toPublish, doctor: 'own' },
  'article.delete': { asks: 'object', ...mine },
  'symptom.list': admins,
  'symptom.get': admins,
  'symptom.add': admins,
  'symptom.update': admins,
  'symptom.delete': admins,
  'disease.list': everyone,
  'disease.get': everyone,
  'disease.add': admins,
  'disease.update': admins,
  'disease.delete': admins,
  'treatment.list': everyone,
  'treatment.get': everyone,
  'treatment.add': admins,
  'treatment.update': admins,
  'treatment.delete': admins,
  'page.list': admins,
  'page.add': admins,
  'page.update': admins,
  'page.publish': admins,
  'page.unpublish': admins,
  'page.delete': admins,
} as const

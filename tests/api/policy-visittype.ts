import { ofHours } from './reach.ts'

/** Types of visits: a desk its clinic's, a doctor their own; patients read what they may book. */
export const visitTypePolicy = {
  'visittype.list': { asks: 'list', ...ofHours(), patient: 'public' },
  'visittype.add': { asks: 'object', ...ofHours(), admin: 'forbidden' },
  'visittype.update': { asks: 'object', ...ofHours(), admin: 'forbidden' },
  'visittype.archive': { asks: 'object', ...ofHours(), admin: 'forbidden' },
} as const

import { expect, test } from 'vitest'
import { histogramOf, summaryOf } from '../../../contract/comment/comment.rules.ts'
import { passing } from './comment-list.ts'
import type { ShownComment } from './queries.ts'

const NOW = Date.parse('2026-11-18T12:07:00.000Z')
const comment = (id: string, more: Partial<ShownComment>): ShownComment => ({
  id,
  version: 1,
  appointmentId: `v${id}`,
  clinicId: null,
  doctorId: 'd1',
  patientId: 'p',
  patientName: 'A. Y.',
  rate: 5,
  content: '',
  published: false,
  reportedAt: null,
  reportReason: null,
  createdAt: '2026-11-17T09:00:00.000Z',
  answer: '',
  answeredAt: null,
  answerPublished: false,
  pending: 'none',
  ...more,
})
const all = [
  comment('1', { rate: 5, content: 'Çok ilgilendi', published: true }),
  comment('2', { rate: 4, doctorId: 'd2', createdAt: '2026-10-01T09:00:00.000Z' }),
  comment('3', { rate: 1, content: 'Geç kaldı', reportedAt: '2026-11-18T08:00:00.000Z' }),
]

test.each([
  ['everything', {}, '123'],
  ['what is public', { state: 'published' }, '1'],
  ['what is not', { state: 'unpublished' }, '23'],
  ['by stars', { rate: 1 }, '3'],
  ['of one doctor', { doctor: 'd2' }, '2'],
  ['lately', { preset: 'last30' }, '13'],
  ['with words', { text: 'with' }, '13'],
  ['without', { text: 'without' }, '2'],
  ['reported', { reported: true }, '3'],
  ['by a word, however it is typed', { words: 'cok ILGI' }, '1'],
] as const)('%s', (_, asked, ids) => {
  expect(
    passing(all, asked, NOW)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids)
})

test('the summary counts each rating, and its mean has one decimal; without ratings there is none', () => {
  expect(histogramOf(all)).toEqual([1, 0, 0, 1, 1])
  expect(summaryOf(histogramOf(all))).toEqual({ count: 3, average: 3.3 })
  expect(summaryOf([0, 0, 0, 0, 0])).toEqual({ count: 0, average: null })
})

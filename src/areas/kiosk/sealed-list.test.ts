import { expect, test } from 'vitest'
import { openList, sealList } from './sealed-list.ts'
import type { List } from './list.ts'

const LIST: List = {
  status: true,
  name: 'Entrance',
  area: 'Area B',
  day: 20261118,
  zone: 'Europe/Istanbul',
  now: '2026-11-18T12:07:00.000Z',
  salt: 's',
  visits: [
    { id: 'v', start: '2026-11-18T12:10:00.000Z', name: 'Zerrin S.', doctorName: 'Dr. X', arrivedAt: null, proofs: [] },
  ],
  at: 0,
  offset: 0,
}

test('the day’s list can be decrypted only with the token that encrypted it, and stores no name in clear', async () => {
  const sealed = await sealList('token', LIST)
  expect(new TextDecoder('latin1').decode(sealed.bytes)).not.toContain('Zerrin')
  expect(await openList('token', sealed)).toEqual(LIST)
  expect(await openList('another', sealed)).toBeNull()
})

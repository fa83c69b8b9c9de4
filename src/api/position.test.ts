import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { hearPosition, positionHeader } from './position.ts'

// as in the worker: no local storage here
beforeEach(() => hearPosition('first@0/0'))
afterEach(() => vi.unstubAllGlobals())

test('of one run the later place counts, also where its digits are more', () => {
  hearPosition('run@0/FFFFFFFF')
  hearPosition('run@1/0')
  hearPosition('run@0/2')
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'run@1/0' })
})

test('of another run the last that was told counts', () => {
  hearPosition('run@9/0')
  hearPosition('other@0/1')
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'other@0/1' })
})

test('an answer that says nothing changes nothing', () => {
  hearPosition(null)
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'first@0/0' })
})

test('what another page was told counts here too', () => {
  const kept = new Map([[POSITION_HEADER, 'run@0/5']])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  hearPosition('run@0/3')
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'run@0/5' })
  hearPosition('run@0/7')
  expect(kept.get(POSITION_HEADER)).toBe('run@0/7')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { hearPosition, positionHeader } from './position.ts'

// as in the worker: no local storage here
beforeEach(() => hearPosition('first@0/0'))
afterEach(() => vi.unstubAllGlobals())

test('within one run the later position counts, even if its digits differ in number', () => {
  hearPosition('run@0/FFFFFFFF')
  hearPosition('run@1/0')
  hearPosition('run@0/2')
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'run@1/0' })
})

test('from another run the most recent position counts', () => {
  hearPosition('run@9/0')
  hearPosition('other@0/1')
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'other@0/1' })
})

test('a reply without a position changes nothing', () => {
  hearPosition(null)
  expect(positionHeader()).toEqual({ [POSITION_HEADER]: 'first@0/0' })
})

test('a position received by another page counts here too', () => {
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

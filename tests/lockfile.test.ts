import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeLock } from '../tools/complete-lock.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('the lockfile has the binaries of every platform, so that `npm ci` accepts it', () => {
  expect(completeLock(structuredClone(lock.packages))).toEqual([])
})

test('a missing binary is restored where npm looks for it', () => {
  const packages = structuredClone(lock.packages)
  const left = Object.keys(packages).filter((path) => path.endsWith('binding-darwin-arm64'))
  for (const path of left) delete packages[path]
  expect(completeLock(packages).toSorted()).toEqual(left.toSorted())
  for (const path of left)
    expect(packages[path]).toMatchObject({ version: lock.packages[path].version, os: ['darwin'], cpu: ['arm64'] })
})

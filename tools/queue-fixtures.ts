import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { queuedCalls, rowOf } from '../contract/calls.ts'
import { sampleOf } from '../src/db/next-year.ts'
import { payloadOf } from '../src/sync/upcast.ts'

/**
 * `node tools/queue-fixtures.ts` after a queued call was added, or was given an upcaster: writes what a device keeps of each call that is not in
 * the fixtures yet. What stands there is never written again: it is what builds that were shipped have left on devices (decision 0079).
 */
const path = join(import.meta.dirname, '../src/sync/shipped-changes.json')
const shipped = JSON.parse(readFileSync(path, 'utf8')) as { call: string; payload: number; input: unknown }[]
const isThere = (call: string, payload: number) =>
  shipped.some((each) => each.call === call && each.payload === payload)
for (const call of queuedCalls)
  if (!isThere(call, payloadOf(call)))
    // what is stored is what the contract has read
    shipped.push({ call, payload: payloadOf(call), input: v.parse(rowOf(call).input, sampleOf(rowOf(call).input)) })
writeFileSync(path, `${JSON.stringify(shipped, null, 2)}\n`)

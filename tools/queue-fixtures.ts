import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { queuedCalls, rowOf } from '../contract/calls.ts'
import { sampleOf } from '../src/db/next-year.ts'
import { payloadOf } from '../src/sync/upcast.ts'

/**
 * Run `node tools/queue-fixtures.ts` after adding a queued call or an upcaster: it writes what a device stores for each
 * call that is not in the fixtures yet. Existing fixtures are never rewritten: they are what released builds have left
 * on devices (decision 0079).
 */
const path = join(import.meta.dirname, '../src/sync/shipped-changes.json')
const shipped = JSON.parse(readFileSync(path, 'utf8')) as { call: string; payload: number; input: unknown }[]
const isThere = (call: string, payload: number) =>
  shipped.some((each) => each.call === call && each.payload === payload)
for (const call of queuedCalls)
  if (!isThere(call, payloadOf(call)))
    // what is stored is the input as the contract has parsed it
    shipped.push({ call, payload: payloadOf(call), input: v.parse(rowOf(call).input, sampleOf(rowOf(call).input)) })
writeFileSync(path, `${JSON.stringify(shipped, null, 2)}\n`)

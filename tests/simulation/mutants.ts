import { one, type Mutant } from './mutant.ts'
import { mutantsOfBuilds } from './mutants-builds.ts'
import { mutantsBeside } from './mutants-beside.ts'
import { mutantsOfBedside } from './mutants-bedside.ts'
import { mutantsOfTheDoor } from './mutants-door.ts'
import { mutantsOfTheLine } from './mutants-line.ts'
import { mutantsOfSets } from './mutants-set.ts'

const inUpload = (from: string, to: string) => ({ file: 'server/areas/patient/upload.ts', from, to })

/**
 * The simulation must find every one of these (a test of the test). They are applied to a copy of the tree, never to
 * the shipped one; one that no longer fits the code fails `mutants.test.ts` by name.
 */
export const mutants: readonly Mutant[] = [
  one(
    'the server forgets its keys',
    'server/http/idempotency.ts',
    `if (taken.rowCount === 1) return { kind: 'new' }`,
    `return { kind: 'new' }`,
    { quick: true },
  ),
  one(
    'the server keeps no outcome with the key',
    'server/http/write.ts',
    'request.key ? keepOutcome(db, who.id, request.key, kept) : null,',
    'null,',
  ),
  one('If-Match is ignored', 'server/db/merge.ts', 'if (base === null) return []', 'return []'),
  one(
    'answers of a batch come in another order',
    'server/http/together.ts',
    'answers[i] = await run(each)',
    'answers[calls.length - 1 - i] = await run(each)',
  ),
  one(
    'the cursor runs ahead of what has committed',
    'server/sync/pull.ts',
    ': { epoch: cursor.epoch, xid: horizonNow, set: cursor.set }',
    ': { epoch: cursor.epoch, xid: String(BigInt(horizonNow) + 8n), set: cursor.set }',
  ),
  one(
    'a lost right drops no bucket',
    'server/sync/pull.ts',
    'const drop = [...new Set([...held, ...halves])].filter((bucket) => !may.has(bucket))',
    'const drop: string[] = []',
  ),
  one(
    'of a bucket that came half and is no longer allowed what came stays',
    'server/sync/pull.ts',
    'const halves = (filling.before && (await recallSet(db, filling.before))) || []',
    'const halves: string[] = []',
  ),
  one(
    'another life of the database is not noticed',
    'server/sync/epoch.ts',
    'from: isWhole ? from : null, isRestored: from !== null && !now.holds',
    'from, isRestored: false',
  ),
  one(
    'what a restored server has lost is not offered again',
    'src/sync/offer-again.ts',
    'await takeBack(db, unknown)',
    'await takeBack(db, [])',
  ),
  one(
    'a restored server judges changes by versions of before',
    'server/sync/batch.ts',
    'if (cursor && (await standingOf(deps.pool, cursor))?.isRestored)',
    'if (cursor && (await standingOf(deps.pool, cursor))?.isRestored && BATCH < 0)',
  ),
  {
    name: 'two visits may overlap',
    sql: 'alter table appointment drop constraint appointment_no_overlap',
    changes: [
      {
        file: 'server/areas/availability/slot.ts',
        from: 'if (wish.overrides || !(await isTaken(db, wish))) return',
        to: 'return',
      },
      {
        file: 'server/areas/availability/slot.ts',
        from: 'if (slot) return { ...slot, overrides: [] }',
        to: 'if (slot || (await isTaken(db, wish))) return { ...(slot ?? { ...(await offered())[0]!, start, end }), overrides: [] }',
      },
    ],
  },
  one(
    'the cursor is stored before the rows',
    'src/sync/pull.ts',
    'const differ = await applyPage(db',
    `await db.facts.put({ name: 'cursor', value: page.cursor })\n    const differ = await applyPage(db`,
  ),
  one(
    'what is gone stays',
    'src/sync/pull.ts',
    'for (const [bucket, id] of gone) await leaveBucket(db, table, id, bucket)',
    '{}',
    { quick: true },
  ),
  one(
    'dropped buckets stay',
    'src/sync/pull.ts',
    'for (const bucket of page.drop ?? []) await dropBucket(db, bucket)',
    '',
  ),
  one('rows of answers stay although they belong in no bucket', 'src/sync/pull.ts', 'await dropBucket(db, LOCAL)', ''),
  one(
    'months that are kept are not asked for',
    'src/sync/pull.ts',
    "if (months.length) query.set('keep', months.join(','))",
    '',
  ),
  one(
    'a month that is let go of is kept',
    'src/sync/months.ts',
    ': wanted.filter((month) => !months.includes(month))',
    ': wanted',
  ),
  {
    name: 'of two months wished for in two tabs at once one is forgotten',
    changes: [
      {
        file: 'src/sync/months.ts',
        from: `return db.transaction('rw', db.facts, async () => {`,
        to: 'return (async () => {',
      },
      { file: 'src/sync/months.ts', from: '    return true\n  })', to: '    return true\n  })()' },
    ],
  },
  one('a reset is not heard', 'src/sync/pull.ts', 'if (page.reset) await markAll(db)', ''),
  one(
    'older rows of another life are not taken',
    'src/sync/rebase.ts',
    'row.version < known.version && !isStale(known)',
    'row.version < known.version',
  ),
  one(
    'a pull writes over what waits',
    'src/sync/take-rows.ts',
    'await db.base.put({ tbl: table, id, row: stored })\n    await rebase(db, table, id)',
    'await db.base.put({ tbl: table, id, row: stored })\n    await rowsIn(db, table).put(stored)',
  ),
  one(
    'the server’s row is not kept under a change',
    'src/sync/change.ts',
    '...targets.map(({ table, id }) => saveBase(db, table, id)),',
    '',
  ),
  one(
    'a change is drawn and not queued',
    'src/sync/change.ts',
    'await db.outbox.put(melted ?? entry)',
    'if (melted || Math.random() < 0.9) await db.outbox.put(melted ?? entry)',
  ),
  one('commands with effects melt', 'src/sync/coalesce.ts', `row.writes?.coalesce !== 'edit' ||`, ''),
  one(
    'edits melt into what has been sent',
    'src/sync/coalesce.ts',
    `last.state !== 'ready' ||\n    last.attempts > 0 ||`,
    '',
  ),
  one(
    'changes are sent from the last to the first',
    'src/sync/eligible.ts',
    'const chosen: Entry[] = []\n  for (const entry of entries.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {',
    'const chosen: Entry[] = []\n  for (const entry of entries.toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))) {',
    { quick: true },
  ),
  one(
    'a change does not wait for the one before it',
    'src/sync/eligible.ts',
    'chosen.push(entry)\n    for (const key of entry.keys) blocked.add(key)',
    'chosen.push(entry)',
  ),
  one(
    'a batch leaves beside one that it stands on',
    'src/sync/eligible.ts',
    'chosen.push(entry)\n    for (const key of entry.keys) blocked.add(key)',
    'chosen.push(entry)\n    for (const key of gone.has(entry.id) ? [] : entry.keys) blocked.add(key)',
  ),
  one(
    'what was refused is thrown away',
    'src/sync/settle.ts',
    `await db.outbox.update(entry.seq!, { state: 'parked', problem })`,
    'await db.outbox.delete(entry.seq!)',
    { quick: true },
  ),
  one(
    'what is under way can be taken back',
    'src/sync/settle.ts',
    `entry.state === 'parked' || isUndoable(entry)`,
    `entry.state === 'parked' || entry.state === 'ready'`,
  ),
  one(
    'taking back leaves the view as it was',
    'src/sync/settle.ts',
    'for (const entry of entries) for (const { table, id } of targetsOf(entry)) await rebase(db, table, id)',
    '',
  ),
  one(
    'a record taken away before its yes was heard counts as never sent',
    'src/sync/coalesce.ts',
    `entry.state === 'ready' && entry.attempts === 0 &&`,
    '',
  ),
  one(
    'the bytes of a file go with the giving up of it',
    'src/sync/settle.ts',
    `await remember(db, entries, 'discarded', now)`,
    `await remember(db, entries, 'discarded', now)\n  for (const entry of entries) await db.blobs.delete(String(entry.input['id']))`,
  ),
  {
    name: 'a part of a file that comes twice is taken twice',
    changes: [
      inUpload(`at === before.received && bytes.length > 0`, `bytes.length > 0`),
      inUpload(`if (state !== 'coming' || at !== received) return`, `if (state !== 'coming') return`),
    ],
  },
  one('what was refused is shown as done', 'src/sync/fold.ts', `if (entry.state === 'parked') continue`, ''),
  one('trying again keeps the old key', 'src/sync/decide.ts', '      id,\n      input,', '      input,'),
  one(
    'trying again does not look who has decided',
    'src/sync/decide.ts',
    'if (kept?.id !== before.id || !isHere(kept)) return null',
    'if (!kept) return null',
  ),
  one(
    'a 401 loses what was to be sent',
    'src/sync/send.ts',
    'await putBack(db, batch, why ? 0 : now() + wait, neverCame(response))',
    'await (status === 401 ? db.outbox.bulkDelete(batch.map((entry) => entry.seq!)) : putBack(db, batch, now()))',
  ),
  one(
    'a 500 counts as a yes',
    'src/sync/send.ts',
    'await putBack(db, batch, why ? 0 : now() + wait, neverCame(response))',
    'await (status === 500 ? db.outbox.bulkDelete(batch.map((entry) => entry.seq!)) : putBack(db, batch, now()))',
  ),
  {
    name: 'an entry leaves while another tab melts into it',
    changes: [
      {
        file: 'src/sync/send.ts',
        from: `return db.transaction('rw', db.outbox, async () => {\n    const entries`,
        to: `return (async () => {\n    const entries`,
      },
      { file: 'src/sync/send.ts', from: '    return batch\n  })', to: '    return batch\n  })()' },
    ],
  },
  one(
    'refusals are tried for ever',
    'src/sync/verdict.ts',
    `return { kind: 'park', problem: { kind: 'refused', status, code, details } }`,
    `return { kind: 'retry', after: null }`,
    { quick: true },
  ),
  one('nothing is tried a second time', 'src/sync/verdict.ts', 'return 1000 + random()', 'return 1e12 + random()'),
  one(
    'tabs do not wait for each other',
    'src/sync/cycle.ts',
    'context.lock(`bedside-sync-${context.person}`, () =>',
    '(async (_: string, work: () => Promise<Line>) => work())(context.person, () =>',
  ),
  one('signing out clears the queue', 'src/sync/clear.ts', 'if (waiting > 0) alone.abort()', ''),
  one(
    'all people of a device share a database',
    'src/db/name.ts',
    'databaseOf = (personId: string) => `bedside-${personId}`',
    'databaseOf = (personId: string) => `bedside-${personId.slice(0, 4)}`',
  ),
  one(
    'a captive portal’s page counts as an answer',
    'src/api/http.ts',
    `if (!isOurs) return { kind: 'none', why: 'between', status: response.status }`,
    '',
  ),
  one(
    'buckets are never compared',
    'src/sync/checksum.ts',
    "typeof checkedAt !== 'number' || now - checkedAt >= EVERY_MS || now < checkedAt",
    'checkedAt === now',
  ),
  one(
    'a difference is seen and nothing done',
    'src/sync/pull.ts',
    "...(differ.length ? [{ name: 'again', value: differ }] : []),",
    '',
  ),
  ...mutantsOfBuilds,
  ...mutantsOfBedside,
  ...mutantsOfTheDoor,
  ...mutantsOfTheLine,
  ...mutantsOfSets,
  ...mutantsBeside,
]

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Appointment } from '../../contract/appointment/appointment.ts'
import type { Entry } from '../db/entry.ts'
import { coalesce } from './coalesce.ts'
import { fold, keyOf, targetsOf } from './fold.ts'
import { aVisit } from '../../tests/support/visit.ts'

const ID = '01a1fe40-2a75-7541-81a4-979355279929'
const base: Appointment = { ...aVisit, id: ID, doctorId: 'd', patientId: 'p', note: null }

let seqs = 0
const entry = (call: Entry['call'], input: object, state: Entry['state'] = 'ready'): Entry => {
  const seq = ++seqs
  return {
    seq,
    id: `entry-${seq}`,
    call,
    payload: 1,
    input: { id: ID, ...input },
    base: 4,
    was: {},
    keys: [`appointment:${ID}`],
    state,
    attempts: 0,
    nextTry: 0,
    problem: null,
    person: 'p',
    host: 'h',
    build: 1,
    madeAt: new Date(Date.UTC(2026, 10, 21, 9, 0, seq % 60)).toISOString(),
    by: 'Dr. A',
    facts: {},
  }
}

const words = fc.option(fc.string({ maxLength: 6 }))
const edit = fc
  .record({ note: words, patientNote: words, meetingLink: words }, { requiredKeys: [] })
  .map((fields) => ['appointment.update', fields] as const)
const move = fc
  .integer({ min: 0, max: 40 })
  .map(
    (n) =>
      ['appointment.move', { start: new Date(Date.UTC(2026, 10, 24, 9, n * 20)).toISOString(), duration: 20 }] as const,
  )
const mark = fc
  .constantFrom(
    ...(['appointment.arrive', 'appointment.unarrive', 'appointment.noShow', 'appointment.complete'] as const),
    ...(['appointment.confirm', 'appointment.unconfirm'] as const),
  )
  .map((call) => [call, {}] as const)
const cancel = words.map((reason) => ['appointment.cancel', { reason }] as const)
const changes = fc
  .array(fc.oneof({ weight: 3, arbitrary: edit }, move, mark, cancel), { maxLength: 10 })
  .map((all) => all.map(([call, input]) => entry(call, input)))
const shown = (entries: readonly Entry[], from = base) => fold('appointment', from, entries)

describe('SYNC “rebase”: fold(pending changes in order, base)', () => {
  test('with nothing pending, or everything parked, it is the server’s row', () => {
    fc.assert(
      fc.property(changes, (entries) => {
        expect(shown([])).toEqual(base)
        expect(shown(entries.map((one) => ({ ...one, state: 'parked' as const })))).toEqual(base)
        expect(fold('appointment', undefined, entries)).toBeUndefined()
      }),
    )
  })

  test('it is deterministic, also after a reload, and does not modify its input', () => {
    fc.assert(
      fc.property(changes, (entries) => {
        const before = JSON.stringify([base, entries])
        const again = JSON.parse(JSON.stringify(entries)) as Entry[] // what Dexie stores and returns
        expect(shown(again)).toEqual(shown(entries))
        expect(JSON.stringify([base, entries])).toBe(before)
      }),
    )
  })

  test('it can be applied in steps with the same result', () => {
    fc.assert(
      fc.property(
        changes,
        fc.nat(10),
        (entries, at) => void expect(shown(entries.slice(at), shown(entries.slice(0, at))!)).toEqual(shown(entries)),
      ),
    )
  })

  test('a parked change has no effect; the others stay (rolling back means leaving out)', () => {
    fc.assert(
      fc.property(changes, fc.nat(10), (entries, at) => {
        const without = entries.filter((_, i) => i !== at)
        expect(shown(entries.map((one, i) => (i === at ? { ...one, state: 'parked' as const } : one)))).toEqual(
          shown(without),
        )
      }),
    )
  })

  test('I6: it never invents a version, an id or an author', () => {
    fc.assert(
      fc.property(changes, (entries) => {
        const { id, version, createdAt, createdBy, doctorId, patientId, price } = shown(entries)!
        expect({ id, version, createdAt, createdBy, doctorId, patientId, price }).toEqual({
          id: base.id,
          version: base.version,
          createdAt: base.createdAt,
          createdBy: base.createdBy,
          doctorId: base.doctorId,
          patientId: base.patientId,
          price: base.price,
        })
      }),
    )
  })

  test('a field absent from an edit stays; one that it empties is empty', () => {
    fc.assert(
      fc.property(edit, edit, ([, one], [, other]) => {
        const row = shown([entry('appointment.update', one), entry('appointment.update', other)])!
        const { note, patientNote, meetingLink } = {
          note: null,
          patientNote: null,
          meetingLink: null,
          ...one,
          ...other,
        }
        expect([row.note, row.patientNote, row.meetingLink]).toEqual([note, patientNote, meetingLink])
      }),
    )
  })
})

describe('SYNC “Coalesce”: a merged queue shows the same as the full one', () => {
  /** The queue as `change` stores it: each new entry merges into the record's last, or follows it. */
  const melt = (entries: readonly Entry[]) =>
    entries.reduce<Entry[]>((queue, next) => {
      const melted = coalesce(queue, next)
      return melted ? queue.map((one) => (one.seq === melted.seq ? melted : one)) : [...queue, next]
    }, [])
  // the time of the last edit is the first entry's: the only thing that merging loses
  const but = ({ updatedAt: _, ...row }: Appointment) => row

  test('edits among other changes', () => {
    fc.assert(fc.property(changes, (entries) => void expect(but(shown(melt(entries))!)).toEqual(but(shown(entries)!))))
  })

  test('no two consecutive edits of a record remain, and nothing else is missing', () => {
    fc.assert(
      fc.property(changes, (entries) => {
        const queue = melt(entries)
        expect(
          queue.some((one, i) => one.call === 'appointment.update' && queue[i - 1]?.call === 'appointment.update'),
        ).toBe(false)
        const others = (all: readonly Entry[]) =>
          all.filter(({ call }) => call !== 'appointment.update').map(({ id }) => id)
        expect(others(queue)).toEqual(others(entries))
      }),
    )
  })

  test('create and edit become one create, if the create accepts the field', () => {
    const book = entry('appointment.book', {
      paymentId: 'x',
      patientId: 'p',
      doctorId: 'd',
      clinicId: null,
      start: base.start,
      duration: 20,
      type: 'online',
      payWith: 'later',
    })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => {
        const entries = [{ ...book, was: null }, ...edits.map(([call, input]) => entry(call, input))]
        expect(but(fold('appointment', undefined, melt(entries))!)).toEqual(
          but(fold('appointment', undefined, entries)!),
        )
      }),
    )
    expect(melt([book, entry('appointment.update', { patientNote: 'x' })])).toMatchObject([
      { call: 'appointment.book', input: { patientNote: 'x' } },
    ])
    expect(melt([book, entry('appointment.update', { note: 'x' })])).toHaveLength(2)
  })

  test.each([
    ['sent once', { attempts: 1 }],
    ['on its way', { state: 'sending' as const }],
    ['parked', { state: 'parked' as const }],
    ['of another record', { input: { id: 'another', note: 'y' } }],
    ['with effects', { call: 'appointment.cancel' as const }],
  ])('nothing is merged into an entry that is %s: its body is frozen', (_, its) => {
    expect(
      coalesce([{ ...entry('appointment.update', { note: 'y' }), ...its }], entry('appointment.update', { note: 'z' })),
    ).toBeNull()
  })

  test('nothing is merged into a change with effects', () => {
    for (const call of [
      'appointment.cancel',
      'appointment.complete',
      'appointment.move',
      'appointment.arrive',
    ] as const)
      expect(coalesce([entry(call, {})], entry(call, {}))).toBeNull()
  })

  test('the original value is the one before the first change', () => {
    const one = { ...entry('appointment.update', { note: 'b' }), was: { note: 'a' } }
    const other = {
      ...entry('appointment.update', { note: 'c', patientNote: 'y' }),
      was: { note: 'b', patientNote: 'x' },
    }
    expect(coalesce([one], other)).toMatchObject({
      id: one.id,
      seq: one.seq,
      input: { note: 'c', patientNote: 'y' },
      was: { note: 'a', patientNote: 'x' },
    })
  })
})

test('a change lists the same records before and after it is made', () => {
  fc.assert(
    fc.property(
      changes,
      (entries) =>
        void expect(new Set(entries.flatMap((one) => targetsOf(one).map(keyOf)))).toEqual(
          new Set(entries.length ? [`appointment:${ID}`] : []),
        ),
    ),
  )
})

import { toIdentity } from '../../db/sealed-columns.ts'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LATIN_WAYS } from '../../../contract/kernel/latin.rules.ts'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { identityOf } from '../../app/demo/identity.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

type Pair = { readonly query: string; readonly name: string; readonly find: boolean; readonly why: string }
const file = new URL('../../../../shared/data/names.json', import.meta.url)
/** Our own examples, if the real-world list is not present. */
const OURS: readonly Pair[] = [
  { query: 'IŞIK', name: 'Ayşe Işık', find: true, why: 'dotless-i' },
  { query: 'ilker', name: 'İlker Ünlü', find: true, why: 'dotless-i' },
  { query: 'mueller', name: 'Anna Müller', find: true, why: 'umlaut' },
  { query: 'müller', name: 'Anna Mueller', find: true, why: 'umlaut' },
  { query: 'maryann', name: 'Mary-Ann Evans', find: true, why: 'hyphen' },
  { query: 'петр', name: 'Пётр Семёнов', find: true, why: 'yo' },
  { query: 'ilmaz', name: 'Cem Yılmaz', find: false, why: 'inside-word' },
  { query: 'c%z', name: 'Cem Yılmaz', find: false, why: 'wildcard' },
]
/** Across alphabets, as people write each other's names. */
const ACROSS: readonly Pair[] = (
  [
    ['Фёдор Хрущёв', ['fedor', 'Fyodor', 'fjodor', 'FËDOR', 'fedor khr', 'Chruschtschow', 'Khrushchev', 'hruşçov']],
    ['Юлия Жукова', ['julia', 'Yulia', 'iuliia', 'yuliya', 'zhukova', 'schukowa', 'jukova']],
    ['Александр Мюллер-Цой', ['Alexander', 'aleksandr', 'alexandr', 'myuller', 'myuller tsoi', 'Zoj', 'tsoy']],
    ['Дмитрий Чайковский', ['dmitry', 'Dmitri', 'dmitriy', 'Tschaikowski', 'Chaikovsky', 'chaykovskiy', 'Çaykovski']],
    ['Наталья Щукина', ['natalia', 'natalya', 'natalja', 'shchukina', 'schukina', 'şçukina']],
    ['Айгүл Қасымова', ['aigul', 'aygül', 'kasymova', 'kasimova']],
    ['Fyodor Petrov', ['Фёдор', 'Петров фёдор']],
    ['Fedor Petrov', ['федор', 'фёдор']],
    ['Julia Schukowa', ['Юлия', 'жукова']],
    ['Ayşe Çelik', ['Айше', 'челик']],
  ] as const
).flatMap(([name, queries]) => queries.map((query) => ({ query, name, find: true, why: 'across' })))
const NOT_ACROSS: readonly Pair[] = [
  // one letter by the rules of one language, another by those of another
  { query: 'чехов', name: 'Антон Хехов', find: false, why: 'cyrillic alone' },
  { query: 'зойка', name: 'Пётр Цойка', find: false, why: 'cyrillic alone' },
  { query: 'шукин', name: 'Ольга Щукин', find: false, why: 'cyrillic alone' },
  { query: 'edor', name: 'Фёдор Хрущёв', find: false, why: 'inside-word' },
  { query: '~fedor', name: 'Fedot Petrov', find: false, why: 'mark' },
]
const pairs: readonly Pair[] = [
  ...(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { search: readonly Pair[] }).search : OURS),
  ...ACROSS,
  ...NOT_ACROSS,
]

describe(`SCREENS B7: any part of a name in any alphabet (${pairs.length} pairs)`, () => {
  test('device and server find the same', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const ids = new Map<string, string>()
    for (const name of new Set(pairs.map((pair) => pair.name))) {
      const made = await server.world.patient(`pair.${ids.size}`, server.world.clinics.kuzey)
      await server.pool.query('update person set name = $2 where id = $1', [made.id, name])
      ids.set(name, made.id)
    }
    const wrong: unknown[] = []
    for (const { query, name, find, why } of pairs) {
      const here = findsName(nameTokens(name), nameWords(query))
      // a control character alone is not a query: the server would show the whole list
      if (!query.trim()) {
        if (here !== find) wrong.push([query, name, why, { here }])
        continue
      }
      const { body, status } = await desk.call('patient.list', { keyword: query, limit: 200 })
      const there = status === 200 && (body['patients'] as { id: string }[]).some(({ id }) => id === ids.get(name))
      if (here !== find || there !== find) wrong.push([query, name, why, { here, there, status }])
    }
    expect(wrong).toEqual([])
  })
})

describe('one rule on both sides', () => {
  test('all transliterations of Cyrillic into Latin normalise to the same text', async () => {
    const { rows } = await server.pool.query<{ ways: string[] }>('select latin_ways() as ways')
    expect(rows[0]?.ways).toEqual(LATIN_WAYS)
  })

  test('any name gives the same tokens on both sides, and any words find the same of them', async () => {
    const letters = [
      ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
      ...'äöüßÄÖÜẞçğıİöşüÇĞÖŞÜâîûéèêáàåøæœñłđžšč',
      ...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯіїєґўІЇЄҐЎәғқңөұүһӘҒҚҢӨҰҮҺ',
      ...`'’ʼ-‑ .,(%_~\u0301\u0308\u200b\u00ad`,
      'кс',
      'ий ',
      'ия',
      'ксандр',
      ' е',
      'щё',
      'дж',
    ]
    const text = (maxLength: number) =>
      fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((parts) => parts.join(''))
    const cases = fc.sample(fc.tuple(text(24), text(4), fc.nat(20)), { numRuns: 3000, seed: 75 }).map(
      // half of the search terms are cut from the name itself
      ([name, typed, at]) => [name, at % 2 ? name.slice(at, at + 5) : typed] as const,
    )
    const { rows } = await server.pool.query<{ tokens: string }>(
      'select name_tokens(name) as tokens from unnest($1::text[]) with ordinality t (name, n) order by n',
      [cases.map(([name]) => name)],
    )
    const tokensOf = (text_: string) => text_.split(' ').filter(Boolean).toSorted()
    const wrong = cases.flatMap(([name], i) => {
      const here = [...nameTokens(name)].toSorted()
      const there = tokensOf(rows[i]!.tokens)
      return here.join(' ') === there.join(' ') ? [] : [{ name, here, there }]
    })
    expect(wrong.slice(0, 5)).toEqual([])
    const found = await Promise.all(
      cases.slice(0, 400).map(async ([name, typed]) => {
        const words = nameWords(typed)
        const { rows: its } = await server.pool.query<{ found: boolean }>(
          'select finds_name(name_tokens($1), $2::text[]) as found',
          [name, words.spellings],
        )
        return its[0]!.found === findsName(nameTokens(name), words) ? [] : [{ name, typed }]
      }),
    )
    expect(found.flat()).toEqual([])
  })

  test('users and doctors are found across alphabets too, and doctors by any part', async () => {
    const admin = await server.as('superadmin')
    const { doctorKuzey } = server.world.people
    const { rows } = await server.pool.query<{ name: string }>('select name from person where id = $1', [
      doctorKuzey.id,
    ])
    await server.pool.query('update person set name = $2 where id = $1', [doctorKuzey.id, 'Ксения Щербак'])
    const ids = async (call: 'user.list' | 'doctor.list', of: 'users' | 'doctors', keyword: string) =>
      ((await admin.call(call, { keyword })).body[of] as { id: string }[]).map((each) => each.id)
    expect(await ids('user.list', 'users', 'ksenia')).toEqual([doctorKuzey.id])
    expect(await ids('user.list', 'users', 'щербак к')).toEqual([doctorKuzey.id])
    expect(await ids('doctor.list', 'doctors', 'Xenia')).toEqual([doctorKuzey.id])
    expect(await ids('doctor.list', 'doctors', 'ерба')).toEqual([doctorKuzey.id])
    await server.pool.query('update person set name = $2 where id = $1', [doctorKuzey.id, rows[0]!.name])
  })

  test('a search by name uses an index', async () => {
    const client = await server.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      for (const table of ['patient', 'person']) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from ${table} where name_search like any ($$\{"% fedor%","% ~fedor%"}$$::text[])`.replace(
            '\\',
            '',
          ),
        )
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_name_search`)
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('SCREENS B7: phone and identity', () => {
  test('a phone is found by any of its digits, an identity only whole, and neither beyond what one may see', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const other = await server.as('deskLinden', 'linden.localhost')
    const made = await server.world.patient('by.identity', server.world.clinics.kuzey)
    const identity = identityOf(77)
    await server.pool.query('update person set identity = $2, phone = $3 where id = $1', [
      made.id,
      toIdentity(null, identity),
      '+905329990177',
    ])
    const found = async (keyword: string, who = desk) =>
      ((await who.call('patient.list', { keyword })).body['patients'] as { id: string }[]).map(({ id }) => id)
    expect(await found('0532 999 01 77')).toEqual([made.id])
    expect(await found('9990177')).toEqual([made.id])
    expect(await found(identity)).toEqual([made.id])
    expect(await found(` ${identity.slice(0, 5)} ${identity.slice(5)} `)).toEqual([made.id])
    expect(await found(identity.slice(0, 10))).toEqual([])
    expect(await found(identity, other)).toEqual([])
    expect(await found('9990177', other)).toEqual([])
  })

  test('rule 61: a passport of letters and digits is found only whole, in any case', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    const made = await server.world.patient('by.passport', server.world.clinics.kuzey)
    await server.pool.query(`update person set identity = $2, non_citizen = true where id = $1`, [
      made.id,
      toIdentity(null, 'u 12345-x'),
    ])
    const { body } = await desk.call('patient.list', { keyword: 'U12345X' })
    expect((body['patients'] as { id: string }[]).map(({ id }) => id)).toEqual([made.id])
  })

  test('a text without letters and digits finds no one', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    for (const keyword of ['%', '_', '.*', '\\', '12'])
      expect((await desk.call('patient.list', { keyword })).body['patients']).toEqual([])
  })
})

describe('how many results there are', () => {
  test('a page says whether there are more without counting; `exact` counts; passive patients have to be requested', async () => {
    const desk = await server.as('deskKuzey', 'kuzey.localhost')
    for (let i = 0; i < 7; i++) {
      const made = await server.world.patient(`many.${i}`, server.world.clinics.kuzey)
      await server.pool.query(`update person set name = $2 where id = $1`, [made.id, `Zülküf Sayılı ${i}`])
      if (i === 0) await desk.call('patient.update', { id: made.id, active: false })
    }
    const ask = async (more: object) => {
      const { patients, ...body } = (await desk.call('patient.list', { keyword: 'zulkuf', ...more })).body
      return { ...body, shown: (patients as unknown[]).length }
    }
    expect(await ask({ limit: 3 })).toMatchObject({ more: true, pages: 2, shown: 3 })
    expect(await ask({ limit: 3, page: 3 })).toMatchObject({ total: 7, pages: 3, shown: 1 })
    expect(await ask({ limit: 3, exact: true })).toMatchObject({ total: 7, pages: 3, shown: 3 })
    expect(await ask({ limit: 3, exact: true })).not.toHaveProperty('more')
    expect(await ask({ active: true })).toMatchObject({ total: 6, shown: 6 })
    expect(await ask({ active: false })).toMatchObject({ total: 1, shown: 1 })
  })
})

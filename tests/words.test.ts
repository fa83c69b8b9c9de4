import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../contract/email/email.defaults.ts'
import { TAG_SAMPLES } from '../contract/email/email.samples.ts'
import { NOTIFICATION_WORDS } from '../contract/notification/notification.words.ts'
import { PUSH_WORDS } from '../contract/push/push.words.ts'
import { codeTexts, textsIn } from './support/code-words.ts'
import { ONE_MEANING } from './support/one-meaning.ts'
import { allPassages, avoidedIn, commentsIn, readAvoided } from './support/prose.ts'
import {
  bannedIn,
  deadlinesIn,
  entriesOf,
  gluedIn,
  readAnswers,
  readBanned,
  twinsIn,
  type Entry,
} from './support/words.ts'

const docs = resolve(import.meta.dirname, '../docs')
const banned = readBanned(readFileSync(join(docs, 'words.md'), 'utf8'))
const byCode = codeTexts()
/** All texts of a language: its catalogs, and those in the code. */
const allOf = (language: Language) => [...entriesOf(language), ...byCode[language]]
const saidIn = (language: Language) => new Set(entriesOf(language).map(({ translation: said }) => said))
const text = (said: string, files: string[] = [], context: string | null = null): Entry => ({
  context,
  id: said,
  translation: said,
  files,
})

describe('banned words (docs/words.md)', () => {
  test.each(LANGUAGES)('%s: no text contains one', (language) => {
    const its = banned.filter((each) => each.language === language)
    expect(its.length).toBeGreaterThan(10)
    expect(bannedIn(allOf(language), its)).toEqual([])
  })

  test.each([
    ['en', 'Somebody waits'],
    ['en', "The platform's settings"],
    ['en', 'Your next visit'],
    ['tr', 'Hekiminiz bekliyor'],
    ['tr', 'Yeni reçete'],
    ['de', 'Neuer Befund'],
    ['de', 'Ihre Anfrage wurde genehmigt'],
    ['de', 'Alle Benutzer der Klinik'],
    ['de', 'Sagen Sie es dem Betreiber'],
    ['de', 'Wird gesendet…'],
    ['ru', 'Следующий визит'],
    ['ru', 'Добавил(а)'],
    ['ru', 'Адрес электронной почты'],
  ] as const)('%s: “%s” is found', (language, said) => {
    const its = banned.filter((each) => each.language === language)
    expect(bannedIn([text(said)], its)).toHaveLength(1)
  })

  test.each([
    ['tr', 'iletişim bilgileri'],
    ['ru', 'Реквизиты'],
    ['en', 'Bank branch'],
    ['de', 'Medikamentenempfehlung (kein Rezept)'],
    ['de', 'Benutzername'],
  ] as const)('%s: “%s” only looks like one', (language, said) => {
    const its = banned.filter((each) => each.language === language)
    expect(bannedIn([text(said)], its)).toEqual([])
  })
})

describe('texts in code', () => {
  test.each(LANGUAGES)('%s: letters, notifications, pushes and papers are among what is read here', (language) => {
    const said = new Set(byCode[language].map((each) => each.translation))
    const letters = Object.values(EMAIL_DEFAULTS).flatMap((each) => Object.values(each[language]))
    const bells = Object.values(NOTIFICATION_WORDS[language]).flatMap(({ title, text: its }) => [title, its])
    const pushes = Object.values(PUSH_WORDS[language]).flatMap((each) => Object.values(each))
    const receipt = { tr: 'Makbuz', en: 'Receipt', de: 'Quittung', ru: 'Квитанция' }[language]
    expect([...letters, ...bells, ...pushes, receipt].filter((each) => !said.has(each))).toEqual([])
  })

  test('a text with a banned word, a suffix and a deadline is found in a file of code', () => {
    const source = `const A: Record<Language, { a: string }> = {
      tr: { a: 'Hekim', ...more }, 'en': { a: \`an hour, \${n}\` }, de: { a: '{name}s Termin' }, ru: { a: x ? 'да' : 'нет' } } as const`
    const { tr, en, de, ru } = textsIn('contract/planted.ts', source)
    expect([tr, en, de, ru].map((each) => each.map(({ translation: said }) => said))).toEqual([
      ['Hekim'],
      ['an hour, {n}'],
      ['{name}s Termin'],
      ['да', 'нет'],
    ])
    expect(
      bannedIn(
        tr,
        banned.filter((each) => each.language === 'tr'),
      ),
    ).toHaveLength(1)
    expect(deadlinesIn(en)).toHaveLength(1)
    expect(gluedIn(de)).toHaveLength(1)
    // three of four languages mean something else, such as a clinic's languages
    expect(textsIn('contract/planted.ts', `const B = { tr: 'Hekim', en: 'x', de: 'y' }`).tr).toEqual([])
  })
})

describe('comments and papers (docs/words.md, "Not written")', () => {
  const avoided = readAvoided(readFileSync(join(docs, 'words.md'), 'utf8'))

  test('they use none of the avoided words', () => {
    const passages = allPassages()
    expect(avoided.length).toBeGreaterThan(10)
    expect(passages.length).toBeGreaterThan(5000)
    expect(avoidedIn(passages, avoided)).toEqual([])
  })

  test.each([
    ['// Draws the row anew.', 1],
    ['/** Somebody waits. */', 1],
    ['/**\n * Another tab is handed it for\n * the asking.\n */', 1],
    ["const a = 1 // under the asker's sight", 2],
    ["const said = 'Draw it anew' // a text of the app", 0],
    ['/** `anew` is a word of the list. */', 0],
    ["const at = 'https://anew.example'", 0],
  ])('“%s”: %i found', (source, count) => {
    expect(avoidedIn(commentsIn('planted.ts', source), avoided)).toHaveLength(count)
  })
})

describe('the readers’ corrections (docs/words-answers.md)', () => {
  const answers = readAnswers(readFileSync(join(docs, 'words-answers.md'), 'utf8'))
  const translations = { tr: saidIn('tr'), en: saidIn('en'), de: saidIn('de'), ru: saidIn('ru') }

  const wanted = resolve(docs, '../../shared/words/corrections.md')
  if (!existsSync(wanted)) process.stdout.write('corrections.md is not here: the answers are only counted.\n')
  test.runIf(existsSync(wanted))('each correction of the readers has its answer, in their order', () => {
    const namesOf = (doc: string) => readAnswers(doc).map((each) => `${each.language} ${each.wanted}`)
    const corrections = namesOf(readFileSync(wanted, 'utf8'))
    expect(corrections.length).toBeGreaterThan(900)
    expect(answers.map((each) => `${each.language} ${each.wanted}`)).toEqual(corrections)
  })

  test('each of the 947 is answered', () => {
    const counted = Object.groupBy(answers, ({ language }) => language)
    expect(Object.entries(counted).map(([language, all]) => [language, all?.length])).toEqual([
      ['all', 3],
      ['tr', 212],
      ['en', 296],
      ['de', 259],
      ['ru', 177],
    ])
    expect(answers.filter(({ answer, now, why }) => (answer === 'taken' ? !now && !why : !why))).toEqual([])
  })

  test.each(LANGUAGES)('%s: accepted corrections are in the catalog', (language) => {
    const texts = answers.filter(
      (each) => each.language === language && each.now && !/^(?:contract|server)\//.test(each.wanted),
    )
    expect(texts.length).toBeGreaterThan(100)
    expect(texts.filter(({ now }) => !now.split(' // ').every((each) => translations[language].has(each)))).toEqual([])
  })

  test.each(LANGUAGES)(
    '%s: accepted corrections of letters, notifications, pushes and papers are in the code',
    (language) => {
      const texts = answers.filter(
        (each) => each.language === language && each.now && /^(?:contract|server)\//.test(each.wanted),
      )
      expect(texts.length).toBeGreaterThan(10)
      expect(texts.filter(({ now }) => !byCode[language].some(({ translation: its }) => its.includes(now)))).toEqual([])
    },
  )
})

describe('one meaning per text', () => {
  test('a short text in two areas has a context, or was reviewed and has one meaning', () => {
    expect(twinsIn(entriesOf('en')).filter((id) => !ONE_MEANING.has(id))).toEqual([])
  })

  test('the list of reviewed texts has no stale entry', () => {
    const twins = new Set(twinsIn(entriesOf('en')))
    expect([...ONE_MEANING].filter((id) => !twins.has(id))).toEqual([])
  })

  test('two meanings are found, and not once they have a context', () => {
    const files = ['src/areas/email/undelivered.tsx', 'src/areas/availability/hours-dialog.tsx']
    expect(twinsIn([text('To', files)])).toEqual(['To'])
    expect(twinsIn([text('To', files, 'recipient')])).toEqual([])
    expect(twinsIn([text('To', files.slice(1))])).toEqual([])
  })
})

describe('inserted values', () => {
  test('Turkish attaches no suffix to them', () => {
    expect(gluedIn(allOf('tr'))).toEqual([])
  })

  test.each(['{name}’in randevusu', '%s’in randevusu', '{0}de açılır', '<0>{0}</0>’e git'])('“%s” is found', (said) => {
    expect(gluedIn([text(said)])).toEqual([said])
  })
})

describe('deadlines', () => {
  test('they come from the settings, except for those that are not settings', () => {
    const samples = new Set(Object.values(TAG_SAMPLES.en))
    expect(
      deadlinesIn(allOf('en')).filter((id) => !samples.has(id) && !FIXED.some((fixed) => id.includes(fixed))),
    ).toEqual([])
  })

  test.each([
    'Online this is possible until 24 hours before the appointment.',
    'This time is too soon: appointments need an hour’s notice.',
    'Appointments can be made for the next 90 days.',
  ])('“%s” is found', (id) => {
    expect(deadlinesIn([text(id)])).toEqual([id])
  })

  test('a plural of a setting is not reported', () => {
    expect(deadlinesIn([text('until {cancelHours, plural, one {# hour} other {# hours}} before')])).toEqual([])
  })
})

/** Fixed times that are not settings: links that expire, what is allowed around the start, what a list offers. */
const FIXED = [
  // how long an earlier secret of a webhook still signs: contract/webhook/webhook.rules.ts
  'For 24 hours every delivery is signed by both',
  // what a shared calendar holds: server/areas/calendar-link/feed.ts
  'Nothing in the next 60 days',
  'from 15 minutes before it starts',
  'from 15 minutes after the start',
  'opens 15 minutes before the start',
  'within 30 minutes',
  // the rule of hours itself: contract/availability/availability.rules.ts
  'a night has at most 12 hours',
  'for 30 minutes',
  'good for 30 minutes',
  'link in it within 24 hours',
  // letters and pushes: contract/email/email.figures.test.ts compares them with the code
  'link below within 24 hours',
  'confirm your account within 24 hours',
  'within 7 days',
  'reset your password for 7 days',
  'still come here for 7 days',
  'starts within 10 minutes',
  'within an hour',
  'about two minutes',
  'Every two weeks',
  'within seven days',
  'in the last seven days',
  'From 5 to 480 minutes.',
  'every 15 minutes',
  'Last 30 days',
  'Last 7 days',
  'Next 30 days',
  'Next 7 days',
  'in the last 90 days',
  'in the last 30 days',
  'between two days',
  'at least one day',
  'starts in 10 minutes',
  'at 10:30, 20 minutes',
  'Two hours later',
]

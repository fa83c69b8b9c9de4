import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../kernel/constants.ts'
import { EMAIL_DEFAULTS } from './email.defaults.ts'
import { fillLetter, tagsIn, whyNotLetter } from './email.rules.ts'
import { TAG_SAMPLES } from './email.samples.ts'
import { EMAIL_TEMPLATES, TEMPLATES } from './email.templates.ts'

const own = EMAIL_DEFAULTS.visit_comment.en

describe('the texts of templates', () => {
  test.each(TEMPLATES)(
    '%s: its built-in text is valid in every language, and has the same tags in each',
    (template) => {
      for (const lang of LANGUAGES) {
        const letter = EMAIL_DEFAULTS[template][lang]
        expect([lang, whyNotLetter(template, letter)]).toEqual([lang, null])
        for (const part of ['content', 'sms'] as const)
          expect([lang, part, tagsIn(letter[part]).toSorted()]).toEqual([
            lang,
            part,
            tagsIn(EMAIL_DEFAULTS[template].tr[part]).toSorted(),
          ])
        expect(Object.values(fillLetter(letter, TAG_SAMPLES[lang])).join()).not.toMatch(/[{}]/)
      }
    },
  )

  test('no two share an id', () => {
    expect(new Set(TEMPLATES.map((template) => EMAIL_TEMPLATES[template].id)).size).toBe(TEMPLATES.length)
  })

  test.each([
    ['a tag it does not have', { ...own, content: `${own.content} {amount}` }, 'tag_unknown', 'content', ['amount']],
    ['a tag nobody has', { ...own, sms: '{link} {şifre}' }, 'tag_unknown', 'sms', ['şifre']],
    ['a link in the subject', { ...own, subject: '{house} {link}' }, 'tag_unknown', 'subject', ['link']],
    ['no way to act on it', { ...own, sms: '{house}' }, 'tag_missing', 'sms', ['link']],
  ] as const)('%s is refused with its own code', (_, letter, refused, part, tags) =>
    expect(whyNotLetter('visit_comment', letter)).toEqual({ refused, part, tags }),
  )

  test('a tag’s value is text: no nested tags, no header, no object property', () => {
    const letter = { subject: '{name}', content: '{name} {constructor} { name }', sms: '{name}' }
    expect(fillLetter(letter, { name: 'A{link}\r\nBcc: b@x.example', link: 'L' })).toEqual({
      subject: 'A{link} Bcc: b@x.example',
      content: 'A{link}\r\nBcc: b@x.example  { name }',
      sms: 'A{link}\r\nBcc: b@x.example',
    })
  })

  test('control characters become spaces in tag values and around them; line breaks stay', () => {
    const letter = { subject: 'a\u0001{name}', content: '\u000b{name}\r\n', sms: '\t{name}\u0085.\n' }
    expect(fillLetter(letter, { name: 'A\u001bB' })).toEqual({ subject: 'a A B', content: ' A B\r\n', sms: ' A B .\n' })
  })

  test('a line without content is left out: an online visit has no check-in code', () => {
    const letter = {
      subject: '{when}',
      content: '{when}\n\nCode: {code}\n\nSee:\n{link}',
      sms: '{when}.\nCode: {code}\n{link}',
    }
    expect(fillLetter(letter, { when: 'W', code: '', link: 'L' })).toEqual({
      subject: 'W',
      content: 'W\n\nSee:\nL',
      sms: 'W.\nL',
    })
    expect(fillLetter(letter, { when: 'W', code: '482193', link: 'L' }).sms).toBe('W.\nCode: 482193\nL')
  })
})

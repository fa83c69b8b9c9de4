import { describe, expect, test } from 'vitest'
import { addressIn, withoutAddresses } from '../kernel/address.rules.ts'
import { LANGUAGES } from '../kernel/constants.ts'
import { EMAIL_DEFAULTS } from './email.defaults.ts'
import { hasFixedLink, writeLetter } from './email.link.ts'
import { whyNotLetter } from './email.rules.ts'
import { EMAIL_TEMPLATES, TEMPLATES } from './email.templates.ts'

const LINK = 'https://gizli.example/reset#code'
const fixed = TEMPLATES.filter(hasFixedLink)
const letterWith = (words: string) => ({ subject: 'S', content: words, sms: words })

describe('a fixed link', () => {
  test('every letter about an account and every payment link has one', () => {
    expect(fixed).toEqual(
      TEMPLATES.filter((template) => EMAIL_TEMPLATES[template].group === 'account' || template === 'payment_link'),
    )
  })

  test.each(fixed)(
    '%s: every language has the link below the text, says where it leads, and ends with the clinic’s name',
    (template) => {
      for (const lang of LANGUAGES) {
        const { content, sms } = writeLetter(template, lang, EMAIL_DEFAULTS[template][lang], {
          name: 'N',
          house: 'H',
          amount: '1',
          until: '2',
          link: LINK,
        })
        const [link, note, close] = content.split('\n\n').slice(-3)
        expect(link).toBe(LINK)
        expect(note).toContain('gizli.example')
        expect(close).toMatch(/^\S.*\nH$/)
        expect(sms.endsWith(` ${LINK}`)).toBe(true)
      }
    },
  )

  test.each([
    ['wrapped', 'https://thief.example/?to={link}'],
    ['replaced', 'Open https://thief.example/'],
    ['without a scheme', 'Open thief.example/reset'],
    ['another scheme', 'Open bedside://reset'],
    ['www', 'Open www.thief'],
    ['a number', 'Open 192.0.2.7/reset'],
    ['its scheme in a tag', '{house}://thief.example'],
    ['a full-width dot', 'Open thief．example'],
  ])('%s: it is refused when written, and broken if written earlier', (_, words) => {
    for (const template of fixed) {
      expect(whyNotLetter(template, letterWith(words))).toBeTruthy()
      const args = { name: 'www.thief.example', house: 'https', amount: '1', link: LINK }
      const { content, sms, link } = writeLetter(template, 'en', letterWith(`${words} {name}`), args)
      expect(addressIn(link!.words)).toBeNull()
      expect(content.match(/https?:\/\/\S+/g)).toEqual([LINK])
      expect(sms.match(/https?:\/\/\S+/g)).toEqual([LINK])
      expect(sms.split(' ').at(-1)).toBe(LINK)
    }
  })

  test('text that is not an address stays as it is', () => {
    const words = 'Dr. Işık, 04.12.2026 14.30, z. B. 1.250,00 ₺; help@klinik.example, (help@klinik.example). A.Ş.'
    expect(withoutAddresses(words)).toBe(words)
    expect(whyNotLetter('password_reset', letterWith(words))).toBeNull()
  })
})

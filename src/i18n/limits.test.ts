import { setupI18n } from '@lingui/core'
import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { SETTING_DEFAULTS } from '../../contract/setting/setting.ts'
import { messages as de } from '../../locales/de/open.po'
import { messages as en } from '../../locales/en/open.po'
import { messages as ru } from '../../locales/ru/open.po'
import { messages as tr } from '../../locales/tr/open.po'
import { holdLimits } from './limits.ts'
import { messages } from './messages.ts'

const words = { tr, en, de, ru }
const set = SETTING_DEFAULTS.setting
afterEach(() => holdLimits(set))

describe.each(LANGUAGES)('deadlines in %s', (language) => {
  const i18n = setupI18n({ locale: language, messages: { [language]: words[language] } })
  it.each([
    ['cancel_window', { cancelHours: 1 }, 1],
    ['cancel_window', { cancelHours: 90 * 24 }, 2160],
    ['transfer_too_late', { transferEarliestHours: 1 }, 1],
    ['transfer_too_late', { transferEarliestHours: 7 }, 7],
    ['slot_too_soon', { leadMinutes: 60 }, 1],
    ['slot_too_soon', { leadMinutes: 45 }, 45],
    ['slot_too_far', { horizonDays: 90 }, 90],
    ['slot_too_far', { horizonDays: 31 }, 31],
  ] as const)('%s contains the configured value: %o', (code, change, figure) => {
    holdLimits({ ...set, ...change })
    const said = i18n._(messages[code])
    expect(said.replaceAll(/[.,\s\u00a0\u202f](?=\d{3})/g, '')).toMatch(new RegExp(String.raw`\b${figure}\b`))
    expect(said).not.toMatch(/[{}#]/)
  })
  it('has a singular form', () => {
    holdLimits({ ...set, cancelHours: 1 })
    const one = i18n._(messages.cancel_window)
    holdLimits({ ...set, cancelHours: 5 })
    const five = i18n._(messages.cancel_window)
    // Turkish uses the singular after a number
    expect(one.replace('1', '') === five.replace('5', '')).toBe(language === 'tr')
  })
})

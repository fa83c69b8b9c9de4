import { LANGUAGES } from '../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../contract/email/email.defaults.ts'
import { onAny, word, type Acts } from './scene.ts'

/** A template in one language: rewritten, reset to the default text, and sometimes with an unknown tag. */
export const letterActs = {
  'email.update': async ({ draw, rows }) => {
    const all = await rows('email')
    if (!all.length) return null
    const { id, template } = draw.pick(all)
    const lang = draw.pick(LANGUAGES)
    const own = EMAIL_DEFAULTS[template][lang]
    const subject = draw.chance(0.1) ? '{diagnosis}' : `{house}: ${word(draw)}`
    return { input: { id, [lang]: draw.chance(0.2) ? null : { ...own, subject } } }
  },
  'notification.read': onAny('notification'),
} satisfies Acts

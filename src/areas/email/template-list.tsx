import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { fillLetter } from '../../../contract/email/email.rules.ts'
import { TAG_SAMPLES } from '../../../contract/email/email.samples.ts'
import { EMAIL_GROUPS, EMAIL_TEMPLATES } from '../../../contract/email/email.templates.ts'
import type { Shown } from '../../db/row.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { Freshness } from '../../screen/freshness.tsx'
import { Card } from '../../ui/card.tsx'
import { LangDots } from '../../ui/lang-dots.tsx'
import { changedIn, lettersOf } from './queries.ts'
import { GROUP_WORDS, TEMPLATE_WORDS } from './template-words.ts'
import { wordOf } from '../../i18n/word-of.ts'

/** The templates by group: purpose, subject, languages, and whether admins have changed the text. */
export function TemplateList({
  emails,
  chosen,
  onChoose,
}: {
  emails: readonly Shown<'email'>[]
  chosen: string | null
  onChoose: (template: string) => void
}) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  return (
    <Card
      flush
      className="email-list"
      title={<Trans>Templates</Trans>}
      count={<Plural value={emails.length} one="# template" other="# templates" />}
      aside={<Freshness />}
    >
      <nav aria-label={t`Templates`}>
        {EMAIL_GROUPS.map((group) => {
          const ofGroup = emails.filter(({ template }) => EMAIL_TEMPLATES[template].group === group)
          if (!ofGroup.length) return null
          return (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h3 id={`group-${group}`} className="eyebrow">
                {i18n._(wordOf(GROUP_WORDS, group))}
              </h3>
              <ul>
                {ofGroup.map((email) => {
                  const letters = lettersOf(email)
                  const name = i18n._(wordOf(TEMPLATE_WORDS, email.template))
                  const changed = changedIn(email)
                  return (
                    <li key={email.id}>
                      <button
                        type="button"
                        className="email-pick"
                        aria-current={email.id === chosen || undefined}
                        onClick={() => onChoose(email.template)}
                      >
                        <span className="row">
                          <b className="grow">{name}</b>
                          <RecordChange of={email} />
                        </span>
                        <span className="sm dim">{fillLetter(letters[language], TAG_SAMPLES[language]).subject}</span>
                        <span className="row xs dim">
                          <LangDots
                            label={name}
                            value={LANGUAGES.map((lang) => ({ lang, value: letters[lang].subject }))}
                          />
                          {changed.length > 0 && (
                            <span>
                              <Trans>edited: {changed.map((lang) => LANGUAGE_NAMES[lang]).join(', ')}</Trans>
                            </span>
                          )}
                        </span>
                      </button>
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        })}
      </nav>
    </Card>
  )
}

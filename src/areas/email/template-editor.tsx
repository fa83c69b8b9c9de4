import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { EMAIL_DEFAULTS } from '../../../contract/email/email.defaults.ts'
import { whyNotLetter } from '../../../contract/email/email.rules.ts'
import type { Letter, LetterInAll } from '../../../contract/email/email.ts'
import type { Shown } from '../../db/row.ts'
import { languageOf } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { restoreLetter, saveLetters } from './commands.ts'
import { LetterFields } from './letter-fields.tsx'
import { LetterPreview } from './letter-preview.tsx'
import { isSame, lettersOf } from './queries.ts'
import { TEMPLATE_WORDS } from './template-words.ts'
import { TestLetter } from './test-letter.tsx'
import { wordOf } from '../../i18n/word-of.ts'

/**
 * Edits one template in four languages: its texts, a preview, a test to oneself, and a reset to the built-in text
 * (SCREENS B22).
 */
export function TemplateEditor({ email }: { email: Shown<'email'> }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const draft = useFormDraft<LetterInAll>(`email ${email.template}`, lettersOf(email))
  const { values, set, dirty } = draft
  const [lang, setLang] = useState<Language>(useLanguage())
  const [tried, setTried] = useState(false)
  const [restoring, setRestoring] = useState(false)
  const name = i18n._(wordOf(TEMPLATE_WORDS, email.template))
  const spoken = LANGUAGE_NAMES[lang]
  const isOwn = isSame(values[lang], EMAIL_DEFAULTS[email.template][lang])

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const wrong = LANGUAGES.find((each) => faultOf(email, values[each]))
    if (wrong) {
      setLang(wrong)
      const form = event.currentTarget
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (dirty && (await say(() => saveLetters(device, email, values), name))) await draft.drop()
  }

  async function restore() {
    set({ [lang]: lettersOf(email)[lang] })
    if (email[lang]) await say(() => restoreLetter(device, email.id, lang), t`${name}, ${spoken}: default text`)
    else set({ [lang]: EMAIL_DEFAULTS[email.template][lang] })
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void save(event)}>
      <Card title={name}>
        <div className="stack">
          <DraftNote draft={draft} />
          <p className="sm dim">
            <Trans>
              This text is used by all clinics. Changes apply to everything not sent yet, including queued messages.
            </Trans>
          </p>
          <Tabs
            label={t`Language`}
            value={lang}
            onChange={(next) => setLang(languageOf(next))}
            tabs={LANGUAGES.map((of) => ({
              id: of,
              label: (
                <span className="row">
                  {LANGUAGE_NAMES[of]}
                  {tried && faultOf(email, values[of]) && <span className="danger-text">!</span>}
                </span>
              ),
              content: (
                <div className="email-work">
                  <LetterFields
                    template={email.template}
                    lang={of}
                    letter={values[of]}
                    tried={tried}
                    onChange={(letter: Letter) => set({ [of]: letter })}
                  />
                  <LetterPreview template={email.template} lang={of} letter={values[of]} />
                </div>
              ),
            }))}
          />
          <div className="row wrap">
            <TestLetter id={email.id} lang={lang} letter={values[lang]} wrong={faultOf(email, values[lang]) !== null} />
            <Button
              look="quiet"
              whyDisabled={isOwn ? t`This is the default text.` : null}
              showWhy={false}
              onClick={() => setRestoring(true)}
            >
              <Trans>Restore default text</Trans>
            </Button>
          </div>
        </div>
      </Card>
      <div className="email-foot">
        <Button
          type="submit"
          look="primary"
          className="push"
          whyDisabled={dirty ? null : t`Nothing has been changed.`}
          showWhy={false}
        >
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        open={restoring}
        onOpenChange={setRestoring}
        title={
          <Trans>
            Restore “{name}” in {spoken}?
          </Trans>
        }
        keep={<Trans>Keep these words</Trans>}
        act={<Trans>Restore</Trans>}
        onConfirm={restore}
      >
        <Trans>
          Subject, content and SMS in this language return to the default text. The other languages stay as they are.
          Waiting messages are sent with the default text.
        </Trans>
      </ConfirmDialog>
      <LeaveGuard draft dirty={dirty} />
    </form>
  )
}

/** Why these texts cannot be saved; the fields show it in words. */
function faultOf({ template }: Shown<'email'>, letter: Letter): string | null {
  if (!letter.subject.trim() || !letter.content.trim() || !letter.sms.trim()) return 'required'
  return whyNotLetter(template, letter)?.refused ?? null
}

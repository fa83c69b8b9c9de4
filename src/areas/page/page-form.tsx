import './page.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  META_MOST,
  PAGE_CONTENT_MOST,
  PAGE_SECTIONS,
  PAGE_TITLE_MOST,
  whyNotShow,
} from '../../../contract/page/page.rules.ts'
import type { PageSection } from '../../../contract/page/page.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import { MultilingualRichField } from '../../ui/multilingual-rich-field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addPage, editPage } from './commands.ts'
import { PagePreview } from './page-preview.tsx'
import { BLANK, changedFields, fieldsOf, valuesOf, type PageValues, wrongIn } from './page-values.ts'
import { SECTION_WORDS } from './page-words.ts'
import { usePageTitle } from './use-page-title.ts'
import type { ShownPage } from './queries.ts'

/** Edits a static page in four languages, also offline; what is typed survives a reload. Null starts a new page. */
export function PageForm({ page }: { page: ShownPage | null }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const saySaved = useSaySaved()
  const titleOf = usePageTitle()
  const form = useRef<HTMLFormElement>(null)
  // the form's initial values: fields that others change meanwhile merge (rule 83)
  const [start] = useState(page ? valuesOf(page) : BLANK)
  const draft = useFormDraft<PageValues>(page ? `page:${page.id}` : 'page:new', start)
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState(false)
  const [done, setDone] = useState(false)
  useEffect(() => {
    // after the leave guard knows that nothing is unsaved
    if (done) void navigate({ to: '/staticpage', search: {} })
  }, [done, navigate])
  const { values, set } = draft
  const fields = fieldsOf(values)
  const emptied = page?.published ? whyNotShow(fields) : null
  const wrong = wrongIn(values)
  const isWrong = (field: (typeof wrong)[number]) => tried && wrong.includes(field)

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong.length || emptied) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const changed = changedFields(start, values)
    const make = () => (page ? editPage(device, { id: page.id, ...changed }) : addPage(device, fields))
    const isSame = page !== null && Object.keys(changed).length === 0
    if (!isSame && !(await saySaved(make, titleOf(fields)))) return
    await draft.drop()
    setDone(true)
  }

  return (
    <form
      ref={form}
      className="page-form"
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={t`Static page`}
    >
      <LeaveGuard draft dirty={draft.dirty && !done} />
      <DraftNote draft={draft} />
      <MultilingualField
        label={t`Title of the page`}
        required
        max={PAGE_TITLE_MOST}
        value={values.title}
        onChange={(title) => set({ title })}
        error={isWrong('title') ? t`Fill in the Turkish title.` : null}
      />
      <MultilingualRichField
        label={t`Text`}
        max={PAGE_CONTENT_MOST}
        value={values.content}
        onChange={(content) => set({ content })}
        error={
          isWrong('content')
            ? t`The text is too long. Split it into two pages.`
            : emptied
              ? t`This page is public: it needs a title and a text in the same language. Withdraw it first to empty it.`
              : null
        }
      />
      <MultilingualField
        label={t`Description for search engines`}
        max={META_MOST}
        value={values.metaDescription}
        onChange={(metaDescription) => set({ metaDescription })}
      />
      <Card title={<Trans>Menu of the public pages</Trans>}>
        <div className="page-menu">
          <Switch checked={values.inMenu} onChange={({ target }) => set({ inMenu: target.checked })}>
            <Trans>Show in menu</Trans>
          </Switch>
          <Field label={<Trans>Section</Trans>}>
            <NativeSelect
              value={values.section}
              onChange={({ target }) => set({ section: target.value as PageSection })} // one of the options
            >
              {PAGE_SECTIONS.map((section) => (
                <option key={section} value={section}>
                  {i18n._(SECTION_WORDS[section])}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field
            label={<Trans context="order">Place</Trans>}
            help={<Trans>The smallest number comes first.</Trans>}
            error={isWrong('place') ? t`Enter a number from 0 to 999.` : null}
          >
            <TextInput
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              value={values.place}
              onChange={({ target }) => set({ place: target.value.replace(/\D/g, '') })}
            />
          </Field>
        </div>
      </Card>
      <div className="page-foot">
        <Link to="/staticpage" search={{}} className="btn">
          <Trans>Cancel</Trans>
        </Link>
        <Button onClick={() => setPreview(true)}>
          <BookOpen aria-hidden="true" />
          <Trans>Preview</Trans>
        </Button>
        <Button type="submit" look="primary">
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
        </Button>
      </div>
      {preview && <PagePreview page={fields} onClose={() => setPreview(false)} />}
    </form>
  )
}

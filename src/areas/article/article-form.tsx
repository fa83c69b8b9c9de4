import './article.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { staysPublished } from '../../../contract/article/article.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { changedFields, wrongIn, type ArticleValues } from './article-values.ts'
import { addArticle, editArticle } from './commands.ts'
import type { ShownArticle } from './queries.ts'
import { usePublishers } from './use-publishers.ts'

/** The editor of an article, also offline; input survives a reload. Those who may publish it do so from the list. */
export function ArticleForm({
  name,
  article,
  start: initial,
  groupId,
  all,
}: {
  /** The name of the draft on this device. */
  name: string
  /** Null for a new one. */
  article: ShownArticle | null
  start: ArticleValues
  /** For a translation: the group of articles it belongs to. */
  groupId?: string | undefined
  all: readonly ShownArticle[]
}) {
  const { t } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const saySaved = useSaySaved()
  const form = useRef<HTMLFormElement>(null)
  // the form's initial values: fields that others change meanwhile merge (rule 83)
  const [start] = useState(initial)
  const draft = useFormDraft<ArticleValues>(name, start)
  const { publishers, authorName } = usePublishers()
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState(false)
  const [done, setDone] = useState(false)
  useEffect(() => {
    // after the leave guard knows that nothing is unsaved
    if (done) void navigate({ to: '/article', search: {} })
  }, [done, navigate])
  const { values } = draft
  const wrong = wrongIn(values, all, article?.id ?? null)
  const isMine = article?.authorId === device.person.id
  const willBeRead = article?.published === true && !staysPublished(article, isMine)

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong.length) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const changed = changedFields(start, values)
    const make = () => {
      if (article) return editArticle(device, { id: article.id, ...changed })
      const { clinicId, ...words } = values
      return addArticle(device, authorName, { ...words, clinicId: clinicId || null, ...(groupId && { groupId }) })
    }
    const isSame = article !== null && Object.keys(changed).length === 0
    if (!isSame && !(await saySaved(make, values.title))) return
    await draft.drop()
    setDone(true)
  }

  return (
    <form ref={form} className="article-form" noValidate onSubmit={(event) => void save(event)} aria-label={t`Article`}>
      <LeaveGuard draft dirty={draft.dirty && !done} />
      <DraftNote draft={draft} />
      {willBeRead && (
        <Note title={<Trans>This article is public</Trans>}>
          <Trans>
            Changes are read again first: saving removes it from the public pages until it is published again.
          </Trans>
        </Note>
      )}
      <ArticleFields
        values={values}
        set={draft.set}
        wrong={tried ? wrong : wrong.filter(({ why }) => why !== 'required')}
        publishers={article ? [] : publishers}
      />
      <div className="article-foot">
        <Link to="/article" search={{}} className="btn">
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
      {preview && (
        <ArticlePreview
          article={{
            ...values,
            title: values.title || t`Without a title`,
            authorName: article?.authorName ?? authorName,
          }}
          onClose={() => setPreview(false)}
        />
      )}
    </form>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, Newspaper } from 'lucide-react'
import { useState } from 'react'
import {
  ARTICLE_CATEGORIES,
  ARTICLE_CONTENT_MOST,
  ARTICLE_TITLE_MOST,
  articleSlug,
  type ArticleCategory,
} from '../../../contract/article/article.rules.ts'
import { FileImage } from '../file/file-image.tsx'
import { languageOf } from '../../i18n/language.ts'
import { messages } from '../../i18n/messages.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ArticlePicture } from './article-picture.tsx'
import type { ArticleValues, wrongIn } from './article-values.ts'
import { CATEGORY_WORDS } from './article-words.ts'
import { MediaDialog } from './media-dialog.tsx'

type Picking = { readonly withAlt: boolean; readonly use: (id: string, alt: string) => void }

/** The fields of an article (SCREENS B17). Pictures need a connection, words do not. */
export function ArticleFields({
  values,
  set,
  wrong,
  publishers,
}: {
  values: ArticleValues
  set: (patch: Partial<ArticleValues>) => void
  wrong: ReturnType<typeof wrongIn>
  /**
   * The private clinics a new article may be for, and the platform if it is a choice; empty if there is nothing to
   * choose.
   */
  publishers: readonly { readonly value: string; readonly label: string }[]
}) {
  const { t, i18n } = useLingui()
  const offline = useIsOffline()
  const [picking, setPicking] = useState<Picking | null>(null)
  const { title, category, language, content, promoId, clinicId } = values
  const whyOf = (field: 'title' | 'content') => wrong.find((each) => each.field === field)?.why
  const whyNot = offline ? t`You need to be online to add pictures.` : null
  const slug = articleSlug(title)
  return (
    <>
      <div className="article-facts">
        <div className="whole">
          <Field
            id="article-title"
            label={<Trans>Title of the article</Trans>}
            required
            aside={`${title.length} / ${ARTICLE_TITLE_MOST}`}
            help={
              slug ? (
                <span className="article-slug">
                  <Trans>Address:</Trans> /{language}/{slug}
                </span>
              ) : null
            }
            error={
              whyOf('title') === 'taken'
                ? i18n._(messages.article_exists)
                : whyOf('title')
                  ? t`Give the article a title.`
                  : null
            }
          >
            <TextInput
              lang={language}
              value={title}
              maxLength={ARTICLE_TITLE_MOST}
              autoComplete="off"
              onChange={(event) => set({ title: event.target.value })}
            />
          </Field>
        </div>
        <Field label={<Trans>Category</Trans>}>
          <NativeSelect
            value={category}
            onChange={(event) => set({ category: event.target.value as ArticleCategory })} // one of the options
          >
            {ARTICLE_CATEGORIES.map((each) => (
              <option key={each} value={each}>
                {i18n._(CATEGORY_WORDS[each])}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label={<Trans>Language</Trans>}>
          <NativeSelect value={language} onChange={(event) => set({ language: languageOf(event.target.value) })}>
            <LanguageOptions />
          </NativeSelect>
        </Field>
        {publishers.length > 1 && (
          <Field
            label={<Trans>Where it appears</Trans>}
            help={<Trans>A private clinic’s articles are seen on its own pages alone.</Trans>}
          >
            <NativeSelect value={clinicId} onChange={(event) => set({ clinicId: event.target.value })}>
              {publishers.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      <FieldGroup
        label={<Trans>Picture beside the title</Trans>}
        help={whyNot ?? <Trans>It announces the article in lists. Not required.</Trans>}
      >
        <div className="article-promo">
          <FileImage
            id={promoId}
            size={480}
            alt={promoId ? t`Picture beside the title` : ''}
            className="picture"
            fallback={<Newspaper aria-hidden="true" />}
          />
          <Button
            whyDisabled={whyNot}
            showWhy={false}
            onClick={() => setPicking({ withAlt: false, use: (id) => set({ promoId: id }) })}
          >
            <ImagePlus aria-hidden="true" />
            {promoId ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
          </Button>
          {promoId && (
            <Button look="quiet" onClick={() => set({ promoId: null })}>
              <Trans>Without a picture</Trans>
            </Button>
          )}
        </div>
      </FieldGroup>
      <RichTextField
        label={t`Text`}
        required
        lang={language}
        value={content}
        onChange={(html) => set({ content: html })}
        max={ARTICLE_CONTENT_MOST}
        pictures={{ draw: ArticlePicture, whyNot, pick: (use) => setPicking({ withAlt: true, use }) }}
        error={
          whyOf('content') === 'long'
            ? t`The text is too long. Split it into two articles.`
            : whyOf('content')
              ? t`Write the text.`
              : null
        }
      />
      {picking && (
        <MediaDialog
          withAlt={picking.withAlt}
          onChoose={(id, alt) => {
            picking.use(id, alt)
            setPicking(null)
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </>
  )
}

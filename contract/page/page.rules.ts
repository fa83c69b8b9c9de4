/** The part of the public site's menu that a page is in. */
export const PAGE_SECTIONS = ['main', 'patients', 'footer', 'legal'] as const
export type PageSection = (typeof PAGE_SECTIONS)[number]

export const PAGE_TITLE_MOST = 120
/** Length of the HTML per language, UTF-16 units. */
export const PAGE_CONTENT_MOST = 60_000
/** What search engines show; they cut longer texts. */
export const META_MOST = 160

type Texts = readonly { readonly lang: string; readonly value: string }[]

/** Why a page cannot be shown to anyone, or null: there must be one language that has both a title and a text. */
export const whyNotShow = ({
  title,
  content,
}: {
  readonly title: Texts
  readonly content: Texts
}): 'translation_not_found' | null =>
  title.some(({ lang }) => content.some((text) => text.lang === lang)) ? null : 'translation_not_found'

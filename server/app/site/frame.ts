import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { LARGEST_PICTURE } from '../../../contract/file.ts'
import { brandOf } from '../sign-in-page/brand.ts'
import { dataBlock, html, textOf, type Html } from './html.ts'
import { footer, header, languages } from './frame-parts.ts'
import { ATOM, paths } from './paths.ts'
import { STYLES_PATH } from './styles.ts'
import { shortened, type View } from './view.ts'

/** One page: its head, and its content. */
export type Page = {
  readonly title: string
  readonly description: string
  /** Its address in each language it exists in, including its own. */
  readonly addresses: Partial<Readonly<Record<Language, string>>>
  /** A filtered list or a missing page: search engines follow its links but do not index it. */
  readonly unlisted?: boolean
  /** A stored picture for link previews. */
  readonly picture?: string | null
  /** The address of the feed of what it lists. */
  readonly feed?: string
  readonly kind?: 'website' | 'article' | 'profile'
  readonly data?: readonly unknown[]
  readonly body: Html
}

/** The whole document. */
export function documentOf(view: View, page: Page): string {
  const { site, language, embed } = view
  const { addresses } = page
  const own = addresses[language]
  const title = page.title === site.name ? page.title : `${page.title} · ${site.name}`
  const description = shortened(page.description, META_MOST)
  const picture = page.picture ?? site.clinic?.logoId ?? null
  const alternates = LANGUAGES.filter((each) => addresses[each])
  const first = alternates.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : alternates[0]
  const listed = own && !page.unlisted
  return textOf(
    html`<!doctype html>
      <html lang="${language}" ${wornBy(embed?.colour ?? site.clinic?.brand)}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <meta name="description" content="${description}" />
          ${page.unlisted && html`<meta name="robots" content="noindex, follow" />`}
          ${listed && html`<link rel="canonical" href="${site.base}${own}" />`}
          ${
            listed &&
            alternates.length > 1 && [
              alternates.map(
                (each) => html`<link rel="alternate" hreflang="${each}" href="${site.base}${addresses[each]}" />`,
              ),
              html`<link rel="alternate" hreflang="x-default" href="${site.base}${addresses[first!]}" />`,
            ]
          }
          ${page.feed && html`<link rel="alternate" type="${ATOM}" title="${page.title}" href="${page.feed}" />`}
          <meta property="og:site_name" content="${site.name}" />
          <meta property="og:title" content="${page.title}" />
          <meta property="og:description" content="${description}" />
          <meta property="og:type" content="${page.kind ?? 'website'}" />
          <meta property="og:locale" content="${LOCALES[language]}" />
          ${own && html`<meta property="og:url" content="${site.base}${own}" />`}
          ${picture && html`<meta property="og:image" content="${site.base}${paths.picture(picture, LARGEST_PICTURE)}" />`}
          <meta name="twitter:card" content="summary" />
          <link rel="icon" type="image/png" href="/icon-192.png" />
          <link rel="stylesheet" href="${STYLES_PATH}" />
          ${page.data?.map(dataBlock)}
        </head>
        ${
          embed
            ? html`<body class="embed">
                <main id="main">${page.body}</main>
                ${languages(view, languageLinks(addresses))}
              </body>`
            : html`<body>
                <a class="skip" href="#main">${view.words.skip}</a>
                ${header(view, languageLinks(addresses))}
                <main id="main">${page.body}</main>
                ${footer(view)}
              </body>`
        }
      </html> `,
  )
}

/** Links to the same page in the other languages it has. */
const languageLinks = (addresses: Page['addresses']) =>
  LANGUAGES.filter((each) => addresses[each]).map((each) => ({
    language: each,
    name: LANGUAGE_NAMES[each],
    href: addresses[each]!,
  }))

/** The addresses of a page that exists in every language. */
export const everyLanguage = (of: (language: Language) => string): Page['addresses'] =>
  Object.fromEntries(LANGUAGES.map((each) => [each, of(each)]))

function wornBy(colour: string | undefined): Html | null {
  const brand = colour ? brandOf(colour) : null
  return brand && html` style="--brand-h:${brand.hue};--brand-c:${brand.chroma}"`
}

/** The length that search engines show. */
const META_MOST = 160

const LOCALES: Readonly<Record<Language, string>> = { tr: 'tr_TR', en: 'en_GB', de: 'de_DE', ru: 'ru_RU' }

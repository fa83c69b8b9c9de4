import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { PageSection } from '../../../contract/page/page.rules.ts'
import { html, type Html } from './html.ts'
import { NAMED_LISTS, paths } from './paths.ts'
import { languagesOf, legalOf } from './site.ts'
import { valueOf, type View } from './view.ts'

type LanguageLink = { readonly language: Language; readonly name: string; readonly href: string }

/**
 * Name, navigation, languages and the link into the app. On a phone the navigation is behind one press, without a
 * script.
 */
export function header(view: View, links: readonly LanguageLink[]): Html {
  const { site, language, words } = view
  const ways = [...listLinks(view), ...pageLinks(view, ['main', 'patients'])]
  return html`<header class="top">
    <div class="wide top-row">
      <a class="site-name" href="${paths.home(language)}">${markOf(view)}<span>${site.name}</span></a>
      <details class="ways-fold">
        <summary>${words.menu}</summary>
        <nav aria-label="${words.menu}">${linksOf(ways)}</nav>
      </details>
      <nav class="ways" aria-label="${words.menu}">${linksOf(ways.slice(0, MOST_IN_ROW))}</nav>
      <a class="btn top-sign-in" href="${site.app}/patient-login">${words.signIn}</a>
    </div>
    ${languages(view, links)}
  </header>`
}

/** The same page in other languages; null if it has one only. */
export const languages = ({ language, words }: View, links: readonly LanguageLink[]): Html | null =>
  links.length < 2
    ? null
    : html`<nav class="wide languages" aria-label="${words.languages}">
        <ul>
          ${links.map((each) =>
            each.language === language
              ? html`<li><a href="${each.href}" lang="${each.language}" aria-current="true">${each.name}</a></li>`
              : html`<li>
                  <a href="${each.href}" lang="${each.language}" hreflang="${each.language}">${each.name}</a>
                </li>`,
          )}
        </ul>
      </nav>`

export function footer(view: View): Html {
  const { site, language, words } = view
  const { clinic } = site
  const legal = (['terms', 'policy'] as const)
    .filter((which) => legalOf(clinic, which).some(({ lang }) => lang === language))
    .map((which): Link => [paths.legal(language, which), which === 'terms' ? words.terms : words.dataPolicy])
  const more = [...pageLinks(view, ['main', 'patients', 'footer']), ...pageLinks(view, ['legal']), ...legal]
  return html`<footer class="foot">
    <div class="wide foot-row">
      <p class="foot-name">${site.name}</p>
      ${clinic && contactOf(view)}
      <nav aria-label="${site.name}">${linksOf([...listLinks(view), ...more])}</nav>
    </div>
  </footer>`
}

type Link = readonly [href: string, name: string]
const linksOf = (links: readonly Link[]) =>
  html`<ul>
    ${links.map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}
  </ul>`

/** The links in the row, besides name and button; the rest is in the menu and the footer. */
const MOST_IN_ROW = 6

/** The lists that are not empty. */
function listLinks({ site, language, words, facets }: View): Link[] {
  const lists = NAMED_LISTS.filter(
    (list) => (list !== 'clinics' || !site.clinic) && (list === 'specialties' ? facets.branches : facets[list]).length,
  )
  return [
    [paths.doctors(language), words.doctors],
    ...lists.map((list): Link => [paths.list(language, list), words[list]]),
    ...(facets.articleLanguages.includes(language) ? [[paths.articles(language), words.articles] as const] : []),
  ]
}

const pageLinks = ({ menu, language }: View, sections: readonly PageSection[]): Link[] =>
  sections.flatMap((section) =>
    menu
      .filter((page) => page.inMenu && page.section === section && languagesOf(page).includes(language))
      .map((page): Link => {
        const name = valueOf(page.title, language)
        return [paths.page(language, { id: page.id, name }), name]
      }),
  )

const markOf = ({ site }: View): Html =>
  site.clinic?.logoId
    ? html`<img class="mark" src="${paths.picture(site.clinic.logoId, 96)}" alt="" width="36" height="36" />`
    : html`<span class="mark" aria-hidden="true">${[...site.name][0]}</span>`

function contactOf({ site: { clinic }, words }: View): Html {
  const place = placeOf(clinic!)
  return html`<address>
    ${place && html`<span>${place}</span>`}${
      clinic!.phone && html`<a href="tel:${clinic!.phone}">${clinic!.phone}</a>`
    }${clinic!.email && html`<a href="mailto:${clinic!.email}">${words.email}: ${clinic!.email}</a>`}
  </address>`
}

import { plainOf } from '../../../../contract/kernel/rich-text.rules.ts'
import type { Language } from '../../../../contract/kernel/constants.ts'
import { writeDay } from '../../../../contract/kernel/when.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { articleOf, breadcrumbOf } from '../json-ld.ts'
import { ATOM, paths } from '../paths.ts'
import type { Article, ArticleCard } from '../read.ts'
import { richOf } from '../rich.ts'
import { fullName, shortened, type View } from '../view.ts'
import { faceOf, pager } from './doctor-cards.ts'
import { numbered } from './doctors.ts'

/** The articles in the reader's language, newest first. */
export function articlesPage(
  view: View,
  page: number,
  { total, articles }: { readonly total: number; readonly articles: readonly ArticleCard[] },
): Page | null {
  const { words, language, facets } = view
  if (page > 1 && articles.length === 0) return null
  return {
    title: numbered(view, words.articles, page),
    description: numbered(view, words.articlesDescription, page),
    // other languages have other articles, and perhaps fewer pages
    addresses:
      page > 1
        ? { [language]: paths.articles(language, page) }
        : Object.fromEntries([...facets.articleLanguages, language].map((each) => [each, paths.articles(each)])),
    unlisted: total === 0,
    feed: paths.feed(language),
    data: [breadcrumbOf(view, [[words.articles, paths.articles(language)]])],
    body: html`<div class="wide">
      <h1>${words.articles}</h1>
      ${total === 0 ? html`<p class="none">${words.noArticles}</p>` : articleCards(view, articles, 2)}
      ${pager(view, total, page, (to) => paths.articles(language, to))}
      ${total > 0 && html`<p><a href="${paths.feed(language)}" type="${ATOM}">${words.feed}</a></p>`}
    </div>`,
  }
}

/** `head` is the level of their titles. */
export const articleCards = ({ language, words }: View, articles: readonly ArticleCard[], head: 2 | 3): Html =>
  html`<ul class="cards articles">
    ${articles.map((article) => {
      const link = html`<a class="whole" href="${paths.article(language, article)}">${article.title}</a>`
      return html`<li class="card">
        ${
          article.promoId &&
          html`<img
            class="promo"
            src="${paths.picture(article.promoId, 480)}"
            alt=""
            width="480"
            height="270"
            loading="lazy"
          />`
        }
        <div class="card-body">
          <p class="dim">${words.categories[article.category]}</p>
          ${head === 2 ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
          <p class="clip">${excerptOf(article.excerpt)}</p>
          <p class="dim">
            ${article.author && html`${fullName(article.author)}, `}<time datetime="${article.createdAt}"
              >${writeDay(article.createdAt.slice(0, 10))}</time
            >
          </p>
        </div>
      </li>`
    })}
  </ul>`

/** The excerpt may be cut anywhere, also within a tag or a character. */
export const excerptOf = (text: string) => {
  const open = Math.max(text.lastIndexOf('<'), text.lastIndexOf('&'))
  const isCut = open > Math.max(text.lastIndexOf('>'), text.lastIndexOf(';'))
  return shortened(plainOf(isCut ? text.slice(0, open) : text), 180)
}

/** One article; its translations are separate articles, and other languages have none. */
export async function articlePage(view: View, article: Article): Promise<Page> {
  const { words, language } = view
  const { author } = article
  const text = plainOf(article.content)
  const other = article.translations.filter((each) => each.language !== article.language)
  return {
    title: article.title,
    description: shortened(text, 160),
    addresses: {
      ...Object.fromEntries(
        other.map((each): [Language, string] => [each.language, paths.article(each.language, each)]),
      ),
      [article.language]: paths.article(article.language, article),
    },
    picture: article.promoId,
    kind: 'article',
    data: [
      articleOf(view, article),
      breadcrumbOf(view, [
        [words.articles, paths.articles(language)],
        [article.title, paths.article(language, article)],
      ]),
    ],
    body: html`<article class="wide reading">
      <nav class="trail" aria-label="${words.articles}">
        <a href="${paths.articles(language)}">${words.articles}</a>
      </nav>
      <p class="dim">${words.categories[article.category]}</p>
      <h1>${article.title}</h1>
      <p class="dim">
        ${author && html`${words.by} <a href="${paths.doctor(language, author)}">${fullName(author)}</a> · `}<time
          datetime="${article.updatedAt}"
          >${words.updated(writeDay(article.updatedAt.slice(0, 10)))}</time
        >
      </p>
      ${article.promoId && html`<img class="promo large" src="${paths.picture(article.promoId, 2048)}" alt="" width="960" height="540" />`}
      <div class="rich">${await richOf(article.content)}</div>
      <p class="dim">${words.medicalNote}</p>
      ${
        author &&
        html`<aside class="box author">
          ${faceOf(author, 96)}
          <p><a href="${paths.doctor(language, author)}">${words.view(fullName(author))}</a></p>
        </aside>`
      }
    </article>`,
  }
}

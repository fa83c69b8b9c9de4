import type { Deps } from '../../http/handler.ts'
import { html, xmlOf } from './html.ts'
import { excerptOf } from './pages/articles.ts'
import { ATOM, paths } from './paths.ts'
import { readArticles } from './read.ts'
import { fullName, type View } from './view.ts'

/**
 * The newest articles in the reader's language, as Atom (RFC 4287), for programs that follow a site. An entry's `updated`
 * is when the article appeared: a corrected letter does not make it new again.
 */
export async function articleFeed({ requests }: Deps, { site, language, words }: View): Promise<string> {
  const { articles } = await readArticles(requests, site.clinic?.id ?? null, language, 1)
  const feed = `${site.base}${paths.feed(language)}`
  const entries = articles.map((article) => {
    const url = `${site.base}${paths.article(language, article)}`
    return html`<entry>
      <id>urn:uuid:${article.id}</id>
      <title>${article.title}</title>
      <link rel="alternate" type="text/html" href="${url}" />
      <published>${article.createdAt}</published>
      <updated>${article.createdAt}</updated>
      <author><name>${article.author ? fullName(article.author) : site.name}</name></author>
      <category term="${article.category}" label="${words.categories[article.category]}" />
      <summary>${excerptOf(article.excerpt)}</summary>
    </entry>`
  })
  return xmlOf(
    html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
      <id>${feed}</id>
      <title>${words.articles} · ${site.name}</title>
      <updated>${articles[0]?.createdAt ?? NEVER}</updated>
      <link rel="self" type="${ATOM}" href="${feed}" />
      <link rel="alternate" type="text/html" href="${site.base}${paths.articles(language)}" />
      ${entries}
    </feed>`,
  )
}

/** A feed without an entry must have a date as well. */
const NEVER = '1970-01-01T00:00:00Z'

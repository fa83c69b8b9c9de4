import sanitize from 'sanitize-html'
import { ALT_MOST, LINK_REL, linkOf, pictureOf, RICH_TAGS } from '../../contract/kernel/rich-text.rules.ts'

/**
 * Rich text as it is kept (TRUST D7): the listed tags, links that lead where they say, and pictures of our own files. Everything else is
 * gone: of a strange tag its words stay, of a script or a style nothing does. Cleaning what is clean changes nothing.
 */
export function cleanRichText(html: string, { pictures = true } = {}): string {
  const options = pictures ? WITH_PICTURES : WITHOUT_PICTURES
  let clean = html
  for (let pass = 0; pass < PASSES; pass++) {
    const before = clean
    clean = withoutLastEmptyLines(sanitize(before, options))
    if (clean === before) return clean
  }
  // nobody's editor writes what looks different each time it is read: its words are all that is kept
  return sanitize(clean, { allowedTags: [], allowedAttributes: {} })
}

/** The editor's last empty lines are the place where one goes on writing. From the end, so that each is looked at once. */
function withoutLastEmptyLines(html: string): string {
  let kept = html.trimEnd()
  while (kept.endsWith('</p>')) {
    const inner = kept.slice(0, -'</p>'.length)
    const line = inner.endsWith('<br />') ? inner.slice(0, -'<br />'.length).trimEnd() : inner
    if (!line.endsWith('<p>')) break
    kept = line.slice(0, -'<p>'.length).trimEnd()
  }
  return kept
}

/** Tags crossed over by hand take two or three until nothing changes. */
const PASSES = 6

/** A name no tag has: not on the list, so the tag goes and what it held stays. */
const NONE = 'nothing'

const WITH_PICTURES: sanitize.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // deep enough for any list, and far from what a parser could be exhausted with
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    ins: 'u',
    del: 's',
    strike: 's',
    a: (_, { href = '' }) => {
      const link = linkOf(href)
      return link ? { tagName: 'a', attribs: { href: link, rel: LINK_REL } } : { tagName: NONE, attribs: {} }
    },
    img: (_, { src = '', alt = '' }) =>
      pictureOf(src)
        ? { tagName: 'img', attribs: { src, alt: alt.slice(0, ALT_MOST) } }
        : { tagName: NONE, attribs: {} },
  },
}

const WITHOUT_PICTURES: sanitize.IOptions = {
  ...WITH_PICTURES,
  allowedTags: RICH_TAGS.filter((tag) => tag !== 'img'),
}

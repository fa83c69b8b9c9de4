import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import { PAGE_SECTIONS } from '../../../contract/page/page.rules.ts'
import type { PageSearch } from '../../screen/search.ts'
import type { ShownPage } from './queries.ts'

/** The pages that pass the filters, by default in the menu's order: by section, then by place. */
export function filterPages(
  pages: readonly ShownPage[],
  { q = '', section, published, sort = 'place' }: PageSearch,
  titleOf: (page: ShownPage) => string,
  collator: Intl.Collator,
): readonly ShownPage[] {
  const found = pages.filter(
    (page) =>
      (q.trim() === '' || page.title.some(({ value }) => matchesQuery(value, q))) &&
      (!section || page.section === section) &&
      (published === undefined || page.published === published),
  )
  const sectionOf = (page: ShownPage) => PAGE_SECTIONS.indexOf(page.section)
  const column = sort.replace('-', '')
  const by = (a: ShownPage, b: ShownPage) =>
    (column === 'place'
      ? sectionOf(a) - sectionOf(b) || a.place - b.place
      : column === 'updated'
        ? a.updatedAt.localeCompare(b.updatedAt)
        : 0) || collator.compare(titleOf(a), titleOf(b))
  return found.toSorted((a, b) => (sort.startsWith('-') ? -by(a, b) : by(a, b)))
}

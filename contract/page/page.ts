import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, multilingual, multilingualInput, newRecordId, paging, version } from '../kernel/fields.ts'
import { META_MOST, PAGE_CONTENT_MOST, PAGE_SECTIONS, PAGE_TITLE_MOST } from './page.rules.ts'
import { multilingualRichInput, multilingualRichText } from '../kernel/rich-text.ts'

/**
 * A static page of the public site (SPEC §3): who we are, how to book, terms. Admins own it; it starts unpublished and
 * outside the menu.
 */
export const Page = v.object({
  id,
  version,
  title: multilingual(PAGE_TITLE_MOST),
  content: multilingualRichText,
  metaDescription: multilingual(META_MOST),
  inMenu: v.boolean(),
  section: v.picklist(PAGE_SECTIONS),
  /** Position within its section, smallest first. */
  place: v.pipe(v.number(), v.integer()),
  published: v.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type Page = v.InferOutput<typeof Page>

const fields = {
  title: multilingualInput(PAGE_TITLE_MOST, 'required'),
  content: multilingualRichInput(PAGE_CONTENT_MOST),
  metaDescription: multilingualInput(META_MOST),
  inMenu: v.boolean(),
  section: v.picklist(PAGE_SECTIONS),
  place: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
}
const pageReply = v.object({ status: v.literal(true), page: Page })
const admins = ['admin'] as const

export const pageCalls = {
  'page.list': {
    method: 'POST',
    path: '/api/page/list',
    roles: admins,
    offline: 'cached',
    refusals: [],
    /** Most recently changed first. */
    input: v.strictObject({
      ...paging,
      section: v.optional(v.picklist(PAGE_SECTIONS)),
      published: v.optional(v.boolean()),
    }),
    // `pages` is the number of pages of the list
    reply: v.object({ ...listed, staticPages: v.array(Page) }),
  },
  'page.add': {
    method: 'POST',
    path: '/api/page',
    roles: admins,
    offline: 'queue',
    refusals: ['id_taken'],
    input: v.strictObject({ id: newRecordId, ...fields }),
    reply: pageReply,
    writes: { table: 'page', needs: [], creates: true },
  },
  'page.update': {
    method: 'PUT',
    path: '/api/page/:id',
    roles: admins,
    offline: 'queue',
    refusals: ['page_not_found', 'translation_not_found'],
    input: v.strictObject({ id, ...v.partial(v.object(fields)).entries }),
    reply: pageReply,
    writes: {
      table: 'page',
      needs: [],
      coalesce: 'edit',
      sets: ['title', 'content', 'metaDescription', 'inMenu', 'section', 'place'],
    },
  },
  'page.publish': {
    method: 'PUT',
    path: '/api/page/:id',
    action: 'publish',
    means: [{ status: 'published' }, { published: true }],
    roles: admins,
    offline: 'queue',
    refusals: ['page_not_found', 'translation_not_found'],
    input: v.strictObject({ id }),
    reply: pageReply,
    writes: { table: 'page', needs: [] },
  },
  'page.unpublish': {
    method: 'PUT',
    path: '/api/page/:id',
    action: 'unpublish',
    means: [{ status: 'unpublished' }, { published: false }],
    roles: admins,
    offline: 'queue',
    refusals: ['page_not_found'],
    input: v.strictObject({ id }),
    reply: pageReply,
    writes: { table: 'page', needs: [] },
  },
  'page.delete': {
    method: 'DELETE',
    path: '/api/page/:id',
    roles: admins,
    offline: 'queue',
    refusals: ['page_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'page', needs: [], removes: true },
  },
} as const satisfies CallTable

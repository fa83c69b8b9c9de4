import * as v from 'valibot'
import { PAGE_SIZES } from '../../contract/kernel/constants.ts'

/** What search parameters of addresses consist of. An unknown value is dropped, never an error. */
export const word = <const T extends readonly string[]>(options: T) =>
  v.optional(v.fallback(v.optional(v.picklist(options)), undefined))
export const text = v.optional(v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined))
export const day = v.optional(
  v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(19000101), v.maxValue(21991231))), undefined),
)
export const flag = v.optional(v.fallback(v.optional(v.boolean()), undefined))

export const listPage = {
  q: text,
  page: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  size: v.optional(v.fallback(v.optional(v.picklist(PAGE_SIZES)), undefined)),
}
export const paged = { page: listPage.page, size: listPage.size }

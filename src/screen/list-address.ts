import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { useDevice } from './device.ts'

/**
 * A list's filters from its address, read through `schema` (unknown values are dropped) and remembered for the person
 * on this device under `name`, so that a bare address opens the list as it was left (SCREENS B0). Any other change
 * resets the page number.
 */
export function useListAddress<const E extends v.ObjectEntries>(name: string, schema: v.ObjectSchema<E, undefined>) {
  type Search = v.InferOutput<typeof schema>
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const { person } = useDevice()
  const search = v.parse(schema, raw)
  const key = `list-${name}-${person.id}`
  function set(patch: Partial<Search> & { page?: number | undefined }) {
    const next = { ...search, page: undefined, ...patch }
    const { page: _, ...kept } = next as Readonly<Record<string, unknown>>
    localStorage.setItem(key, JSON.stringify(kept))
    // the address belongs to whichever list uses this
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  useEffect(() => {
    const isBare = Object.values(search).every((value) => value === undefined)
    const kept = isBare ? localStorage.getItem(key) : null
    if (kept && kept !== '{}') set(v.parse(schema, JSON.parse(kept)) as Partial<Search>)
    // only when the list opens; a bare address later is the person's choice
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return { search, set }
}

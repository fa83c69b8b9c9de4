import { useEffect } from 'react'
import type { AppointmentSearch } from '../../screen/search.ts'

/**
 * How a person views the list, stored on this device: the view, and the filters that hold from day to day (SCREENS B0).
 * Neither days nor filters for one moment (arrived, to close), which would hide tomorrow's visits.
 */
export function keepView(person: string, search: AppointmentSearch): void {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
  localStorage.setItem(keyOf(person), JSON.stringify(kept))
}

/** Puts the kept view into an address that says nothing, once, when the list is opened. */
export function useKeptView(person: string, search: AppointmentSearch, write: (kept: AppointmentSearch) => void): void {
  useEffect(() => {
    const isBare = Object.values(search).every((value) => value === undefined)
    const kept = isBare ? localStorage.getItem(keyOf(person)) : null
    if (kept && kept !== '{}') write(JSON.parse(kept) as AppointmentSearch) // the router reads it through its schema again
    // oxlint-disable-next-line react/exhaustive-deps -- opening the list is the moment; later a bare address is the person's wish
  }, [])
}

const KEPT = ['view', 'type', 'doctor', 'clinic', 'branch', 'payment', 'earn', 'sort', 'size'] as const
const keyOf = (person: string) => `list-appointment-${person}`

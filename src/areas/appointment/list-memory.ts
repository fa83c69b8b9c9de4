import { useEffect } from 'react'
import type { AppointmentSearch } from '../../screen/search.ts'

/**
 * Stores on this device how a person views the list: the view, and the filters that stay useful from day to day
 * (SCREENS B0). Days and momentary filters (arrived, to close) are not stored, since they would hide tomorrow's visits.
 */
export function keepView(person: string, search: AppointmentSearch): void {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))
  localStorage.setItem(keyOf(person), JSON.stringify(kept))
}

/** Restores the stored view into an empty address, once, when the list opens. */
export function useKeptView(person: string, search: AppointmentSearch, write: (kept: AppointmentSearch) => void): void {
  useEffect(() => {
    const isBare = Object.values(search).every((value) => value === undefined)
    const kept = isBare ? localStorage.getItem(keyOf(person)) : null
    if (kept && kept !== '{}') write(JSON.parse(kept) as AppointmentSearch) // the router parses it through its schema
    // only when the list opens; a bare address later is the person's choice
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}

const KEPT = ['view', 'type', 'doctor', 'clinic', 'branch', 'payment', 'earn', 'sort', 'size'] as const
const keyOf = (person: string) => `list-appointment-${person}`

import './book.css'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { BookDone } from './book-done.tsx'
import { type Booked, BookForm } from './book-form.tsx'
import { beginBooking } from './queries-begin.ts'
import { useBooking } from './use-booking.ts'

const route = getRouteApi('/signed-in/appointment/new')

/** /appointment/new, for staff and patients (SCREENS B1 "Create"): works offline, then as a request (rules 22, 23). */
export function BookScreen() {
  const search = route.useSearch()
  const device = useDevice()
  const named = Object.values(search).some((value) => value !== undefined)
  const from = named ? JSON.stringify(search) : ''
  const begin = useCallback(() => beginBooking(device, search), [device, search])
  const draft = useBooking(begin, from)
  const [booked, setBooked] = useState<Booked | null>(null)

  if (booked)
    return (
      <BookDone
        booked={booked}
        onAnother={() => {
          setBooked(null)
          void draft.restart()
        }}
        onChange={() => {
          setBooked(null)
          draft.change(booked.booking)
        }}
      />
    )
  if (!draft.ready) return <ListSkeleton rows={4} />
  return <BookForm draft={draft} onBooked={setBooked} />
}

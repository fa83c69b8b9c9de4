import type { BeadShape } from './bead-states.ts'
import './bead.css'

/** The shape of a state; decorative, since the word is next to it. `toned` paints it in the state's own colour. */
export function Bead({ shape, toned = false }: { shape: BeadShape; toned?: boolean }) {
  return (
    <svg className="bead" viewBox="0 0 16 16" fill="none" aria-hidden="true" data-tone={toned ? shape : undefined}>
      <Shape shape={shape} />
    </svg>
  )
}

function Shape({ shape }: { shape: BeadShape }) {
  switch (shape) {
    case 'waiting':
      return ring
    case 'arrived':
      return (
        <>
          {ring}
          <path d="M8 2.4a5.6 5.6 0 0 1 0 11.2z" fill="currentColor" />
        </>
      )
    case 'completed':
      return <path d={CHECKED_DISC} fill="currentColor" fillRule="evenodd" />
    case 'cancelled':
      return (
        <>
          <circle cx="8" cy="8" r="5.6" stroke="currentColor" strokeWidth="1.6" />
          <path d="m4.2 11.8 7.6-7.6" stroke="currentColor" strokeWidth="1.8" />
        </>
      )
    case 'no-show':
      return (
        <>
          <circle {...circle} strokeDasharray="0.1 3.42" strokeLinecap="round" />
          <path d="m6 6 4 4m0-4-4 4" stroke="currentColor" strokeWidth="1.6" />
        </>
      )
    case 'to-close':
      return (
        <>
          {ring}
          <path d="M8 4.8V8l2.2 1.6" stroke="currentColor" strokeWidth="1.6" />
        </>
      )
    case 'tentative':
      return <circle {...circle} strokeDasharray="2.9 2.96" strokeDashoffset="1.4" />
    case 'pending':
      return (
        <>
          <path d={CORNERS} stroke="currentColor" strokeWidth="1.6" />
          <path d="M8 11.2V5.4M5.6 7.4 8 5l2.4 2.4" stroke="currentColor" strokeWidth="1.6" />
        </>
      )
    case 'conflict':
      return (
        <>
          <path d="M7.2 1.4v13.2L.8 8z" fill="currentColor" />
          <path d="M9.4 3.3 14 8l-4.6 4.7z" stroke="currentColor" strokeWidth="1.5" />
        </>
      )
    case 'failed':
      return <path d={FAILED_OCTAGON} fill="currentColor" fillRule="evenodd" />
    case 'offline':
      return (
        <>
          <path d={CLOUD} stroke="currentColor" strokeWidth="1.5" />
          <path d="m1.6 14.4 12.8-12.8" stroke="currentColor" strokeWidth="1.6" />
        </>
      )
    case 'saved':
      return (
        <>
          <rect x="2" y="2" width="12" height="12" rx="1.8" stroke="currentColor" strokeWidth="1.6" />
          <path d={CHECK} stroke="currentColor" strokeWidth="1.6" />
        </>
      )
  }
}

const CHECK = 'm4.9 8.3 2.2 2.2 4.2-4.6'
// the mark is a hole, so that the background shows through it in every theme; a mask would be six elements instead of
// one, in every row
const CHECKED_DISC =
  'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM4.3 8.9l2.83 2.83 4.8-5.26-1.26-1.14-3.6 3.94L5.5 7.7z'
const FAILED_OCTAGON = 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1zM7.1 4.2h1.8v4.4H7.1zM7.1 10.4h1.8v1.7H7.1z'
const CLOUD = 'M4.3 12.6h7.2a3 3 0 0 0 .5-5.96A4.1 4.1 0 0 0 4.2 7.2a2.75 2.75 0 0 0 .1 5.4z'
const CORNERS =
  'M2 6V3.5C2 2.7 2.7 2 3.5 2H6M10 2h2.5c.8 0 1.5.7 1.5 1.5V6M14 10v2.5c0 .8-.7 1.5-1.5 1.5H10M6 14H3.5c-.8 0-1.5-.7-1.5-1.5V10'
const circle = { cx: 8, cy: 8, r: 5.6, stroke: 'currentColor', strokeWidth: 1.8 }
const ring = <circle {...circle} />

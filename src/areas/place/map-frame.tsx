import type { ReactNode, RefObject } from 'react'
import type { Place } from '../../../contract/place/place.rules.ts'
import { moveByKey } from './map-keys.ts'
import type { MapHandle } from './map-seam.ts'

type MapFrameProps = {
  readonly label: string
  readonly map: RefObject<(MapHandle & { getContainer(): HTMLElement }) | null>
  readonly pin: Place | null
  readonly onPin: (place: Place) => void
  readonly children: ReactNode
}

/** The box around either map: it takes the focus and the keys, so that the canvas itself is not focusable. */
export function MapFrame({ label, map, pin, onPin, children }: MapFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its role is application
    <div
      className="map"
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && map.current)
          moveByKey(event, map.current, pin, onPin, map.current.getContainer().getBoundingClientRect())
      }}
    >
      {children}
    </div>
  )
}

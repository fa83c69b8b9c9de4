import { StandardEvent } from '@fullcalendar/react/protected-api'

/**
 * Renders an event of the grid only if what it shows has changed. FullCalendar 7.1.4 compares event objects by
 * identity, and makes new ones for each step of a drag and three times for its drop: hundreds of events were drawn each
 * time, up to 0.1 s. What an event shows comes from its definition, its instance and the times it is cut to; its
 * options come by context, which renders it regardless.
 */
export function keepEvents() {
  StandardEvent.addPropsEquality({
    eventRange: (a: Drawn, b: Drawn) => a.def === b.def && a.instance === b.instance,
    slicedStart: isSameTime,
    slicedEnd: isSameTime,
  })
}

type Drawn = StandardEvent['props']['eventRange']

const isSameTime = (a: Date | undefined, b: Date | undefined) => a?.getTime() === b?.getTime()

import { StandardEvent } from '@fullcalendar/react/protected-api'

/**
 * An event of the grid is drawn again only where it says something else. FullCalendar 7.1.4 compares the event it is given as an object,
 * and makes the objects again for each step of a drag and three times for its drop: hundreds of events were drawn each time, up to a tenth
 * of a second. What an event shows comes from its definition, its instance and the times it is cut to; its options come by context, which
 * draws it whatever is said here.
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

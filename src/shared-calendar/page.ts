import 'fullcalendar/skeleton.css'
import 'fullcalendar/themes/classic/theme.css'
import 'fullcalendar/themes/classic/palette.css'
import './page.css'
import { Calendar } from 'fullcalendar'
import dayGrid from 'fullcalendar/daygrid'
import list from 'fullcalendar/list'
import de from 'fullcalendar/locales/de'
import ru from 'fullcalendar/locales/ru'
import tr from 'fullcalendar/locales/tr'
import classic from 'fullcalendar/themes/classic'
import timeGrid from 'fullcalendar/timegrid'
import { SHARED_CALENDAR, type SharedCalendar } from '../../contract/calendar-link/calendar-link.page.ts'
import { intlTag, type Language } from '../../contract/kernel/constants.ts'
import { wallOf } from '../../contract/kernel/time.ts'

/**
 * Draws a shared calendar in place of the list that the server has written (issue 35, 11). Read-only: nothing here
 * changes anything, and nothing is asked of the server.
 */
const part = (id: string) => document.getElementById(id)!
const { zone, language, from, to, now, entries } = JSON.parse(part(SHARED_CALENDAR.data).textContent) as SharedCalendar
const iso = (at: number) => new Date(at).toISOString()
const HALF_A_DAY_MS = 12 * 3_600_000
const isNarrow = matchMedia('(max-width: 699px)').matches

const TODAY: Readonly<Record<Language, string>> = { tr: 'Bugün', en: 'Today', de: 'Heute', ru: 'Сегодня' }

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => (document.documentElement.dataset['colorScheme'] = dark.matches ? 'dark' : 'light')
paint()
dark.addEventListener('change', paint)
part(SHARED_CALENDAR.list).hidden = true
const drawn = part(SHARED_CALENDAR.calendar)
drawn.toggleAttribute('data-narrow', isNarrow)
new Calendar(drawn, {
  plugins: [dayGrid, timeGrid, list, classic],
  locales: [tr, de, ru],
  locale: intlTag(language),
  timeZone: zone,
  initialView: isNarrow ? 'listWeek' : 'timeGridWeek',
  views: {
    listWeek: { titleFormat: { year: 'numeric', month: 'short', day: 'numeric' } },
    // a column is too narrow for both times and a name, and the height says how long it lasts
    timeGridWeek: { titleFormat: { year: 'numeric', month: 'short', day: 'numeric' }, displayEventEnd: false },
  },
  initialDate: iso(now),
  validRange: { start: iso(from), end: iso(to) },
  buttonClass: 'act',
  headerToolbar: { start: 'prev,next today', center: 'title', end: 'listWeek,timeGridWeek,dayGridMonth' },
  firstDay: 1,
  // its name for the ear is what is read on it
  todayText: TODAY[language],
  todayHint: TODAY[language],
  viewHint: '$0',
  height: 'auto',
  allDaySlot: false,
  nowIndicator: true,
  scrollTime: '08:00:00',
  slotMinTime: hourOf(Math.min),
  slotMaxTime: hourOf(Math.max),
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  slotHeaderFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  events: entries.map(({ id, from: start, to: end, title, place }) => ({
    id,
    start: iso(start),
    end: iso(end),
    title: place ? `${title} · ${place}` : title,
  })),
}).render()

/**
 * The part of the day that is drawn: from 8 to 19, or as early and late as something lasts. What takes a whole day fills
 * it, and says nothing of its hours.
 */
function hourOf(pick: typeof Math.min): string {
  const short = entries.filter((entry) => entry.to - entry.from < HALF_A_DAY_MS)
  if (pick === Math.min) return clock(Math.floor(Math.min(8, ...short.map((entry) => wallHour(entry.from)))))
  return clock(Math.ceil(Math.max(19, ...short.map((entry) => wallHour(entry.to) || 24))))
}
function wallHour(at: number): number {
  const { time } = wallOf(at, zone)
  return Math.floor(time / 100) + (time % 100) / 60
}
function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00:00`
}

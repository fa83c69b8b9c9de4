import {
  SHARED_CALENDAR,
  SHARED_CALENDAR_FILES,
  type SharedCalendar,
} from '../../../contract/calendar-link/calendar-link.page.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { wallOf, weekdayOf } from '../../../contract/kernel/time.ts'
import { formatClock, formatOffset, wallTime } from '../../../contract/kernel/when.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'

/**
 * A shared calendar for people (SPEC `calendar/share`, issue 35, 11): a list that needs no script, which the script
 * replaces with a calendar. `feed` is the address for calendar programs.
 */
export function pageOf(name: string, feed: string, shared: SharedCalendar): string {
  const words = WORDS[shared.language]
  const { zone, now, entries } = shared
  const coming = entries.filter((entry) => entry.to > now)
  return frame(
    shared.language,
    words.title,
    `<header><div><h1>${escapeHtml(words.of(name))}</h1>
<p>${escapeHtml(words.read(wallTime(now, zone), `${zone.replaceAll('_', ' ')}, ${formatOffset(now, zone)}`))}</p></div>
<a class="subscribe" href="${escapeHtml(feed.replace(/^https?:/, 'webcal:'))}">${words.subscribe}</a></header>
<div id="${SHARED_CALENDAR.calendar}"></div>
<ol id="${SHARED_CALENDAR.list}">${coming.map((entry) => line(entry, shared)).join('\n') || `<li>${words.none}</li>`}</ol>
<script type="application/json" id="${SHARED_CALENDAR.data}">${JSON.stringify(shared).replaceAll('<', '\\u003c')}</script>
<script type="module" src="${SHARED_CALENDAR_FILES.script}"></script>`,
  )
}

/** For an address that is no longer shared, or never was. */
export const goneOf = (language: Language): string =>
  frame(
    language,
    WORDS[language].title,
    `<h1>${WORDS[language].gone}</h1>
<p>${WORDS[language].askAgain}</p>`,
  )

const frame = (language: Language, title: string, main: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/png" href="/icon-192.png">
<link rel="stylesheet" href="${SHARED_CALENDAR_FILES.styles}">
</head>
<body><main>
${main}
</main></body>
</html>
`

function line({ from, to, title, place }: SharedCalendar['entries'][number], { zone, language }: SharedCalendar) {
  const day = WORDS[language].days[weekdayOf(wallOf(from, zone).date) - 1]!
  const when = `${day}, ${wallTime(from, zone)}–${formatClock(to, zone)}`
  return `<li><time datetime="${new Date(from).toISOString()}">${when}</time> ${escapeHtml(place ? `${title} · ${place}` : title)}</li>`
}

type Words = {
  readonly title: string
  readonly of: (name: string) => string
  readonly read: (when: string, zone: string) => string
  readonly subscribe: string
  readonly none: string
  readonly gone: string
  readonly askAgain: string
  /** Monday first. */
  readonly days: readonly string[]
}

/** The title names no one: it is kept in histories. */
const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    title: 'Paylaşılan takvim',
    of: (name) => `Takvim: ${name}`,
    read: (when, zone) => `${when} itibarıyla. Saatler: ${zone}.`,
    subscribe: 'Takvim uygulamasında aç',
    none: 'Önümüzdeki 60 günde kayıt yok.',
    gone: 'Bu takvim artık paylaşılmıyor',
    askAgain: 'Bağlantıyı size veren kişiden yenisini isteyin.',
    days: ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'],
  },
  en: {
    title: 'Shared calendar',
    of: (name) => `Calendar: ${name}`,
    read: (when, zone) => `As of ${when}. Times in ${zone}.`,
    subscribe: 'Open in calendar app',
    none: 'Nothing in the next 60 days.',
    gone: 'This calendar is no longer shared',
    askAgain: 'Ask the person who gave you the link for a new one.',
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  },
  de: {
    title: 'Freigegebener Kalender',
    of: (name) => `Kalender: ${name}`,
    read: (when, zone) => `Stand ${when}. Uhrzeiten: ${zone}.`,
    subscribe: 'In Kalender-App öffnen',
    none: 'Keine Einträge in den nächsten 60 Tagen.',
    gone: 'Dieser Kalender ist nicht mehr freigegeben',
    askAgain: 'Bitten Sie die Person, von der Sie den Link haben, um einen neuen.',
    days: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
  },
  ru: {
    title: 'Общий календарь',
    of: (name) => `Календарь: ${name}`,
    read: (when, zone) => `По состоянию на ${when}. Время: ${zone}.`,
    subscribe: 'Открыть в приложении календаря',
    none: 'В ближайшие 60 дней записей нет.',
    gone: 'Этот календарь больше не доступен',
    askAgain: 'Попросите новую ссылку у того, кто дал вам эту.',
    days: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
  },
}

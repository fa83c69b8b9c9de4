/** SPEC §9 and the settings' defaults. Every number of the domain that more than one file needs stands here. */

export const BASE_PATH = '/api'

export const LANGUAGES = ['tr', 'en', 'de', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

/** The tag `Intl` is asked with, by both sides: English is British (LOOKS "Voice"). */
export const intlTag = (language: Language) => (language === 'en' ? 'en-GB' : language)

/** The language's own name for itself, as a switch shows it (LOOKS "Languages"). */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  tr: 'Türkçe',
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
}
export const DEFAULT_LANGUAGE: Language = 'tr'
export const LANGUAGE_COOKIE = 'user-lang'

/** Cookies: seven days, path /, strict same-site. */
export const COOKIE_SECONDS = 7 * 24 * 60 * 60
export const COOKIE_PATH = '/'
export const COOKIE_SAME_SITE = 'Strict'

/** A request that nobody's hand stands behind carries it: no use of the session (TRUST D2). */
export const UNATTENDED_HEADER = 'bedside-unattended'

/** What a locked device was locked with: shown with the token, it unlocks the session (TRUST D18). Several, with commas between. */
export const UNLOCK_HEADER = 'bedside-unlock'

/** How far the database had come when this device last changed something: it is told so, and says it with each request (decision 0117). */
export const POSITION_HEADER = 'bedside-position'

/** Keys kept in local storage, and as cookies, by the names SPEC §9 gives them. */
export const STORED_KEYS = ['user-token', 'user-session', 'user-clinic', 'user-lang', 'user_login_type'] as const

export const UPLOAD_BYTES = 5 * 1024 * 1024
/** Of a picture that is sent, decoded: 40 megapixels. */
export const MOST_PIXELS = 40_000_000
export const PASSWORD_MIN = 6
/** Of those who work here, where the platform has set nothing else (TRUST D3). */
export const PASSWORD_MIN_STAFF = 10
export const PASSWORD_MAX = 128
/** Passkeys of one person, and the longest name of one. */
export const PASSKEYS_MOST = 20
export const PASSKEY_NAME_MAX = 60
/** A shared device (TRUST D17, D18): digits of its PIN and how often it may be wrong, and after how many seconds it locks: untouched, out of sight; how long that is counted down. */
export const PIN_LEAST = 6
export const PIN_MOST = 12
export const PIN_TRIES = 5
export const LOCK_IDLE_SECONDS = 300
export const LOCK_HIDDEN_SECONDS = 120
export const LOCK_WARN_SECONDS = 30
/** Which edition of the platform's own legal texts a consent is to, where a clinic has none (SPEC §5). */
export const PLATFORM_LEGAL = '2026-11'

export const CURRENCIES = ['try', 'usd', 'eur', 'gbp'] as const
export type Currency = (typeof CURRENCIES)[number]
export const CURRENCY_SYMBOLS: Readonly<Record<Currency, string>> = { try: '₺', usd: '$', eur: '€', gbp: '£' }

export const DATE_FORMAT = 'DD.MM.YYYY HH:mm'

export const BRANCH_FULL_LIST = 1000
export const NAMED_LIST_PAGE = 10
export const PAGE_SIZES = [10, 20, 50] as const
export type PageSize = (typeof PAGE_SIZES)[number]

export const TOAST_MS = 5000
export const TOAST_POSITION = 'top-right'
export const TOAST_TYPE = 'info'
export const NOTIFICATION_CHARACTERS = 100
export const RELATIVE_TIME_MS = 60_000

export const CHUNK_TIMEOUT_MS = 120_000
export const MODAL_MS = 500

export const MAP_ZOOM = 18
export const MAP_ZOOM_MIN = 3
export const MAP_TYPE_CONTROL = false
export const MAP_STREET_VIEW = false

export const LAZY_PRELOAD = 1.3
export const LAZY_ATTEMPTS = 1

export const EDITOR_HEADERS = [1, 2, 3, 4, 5, 6] as const

export const DEFAULT_ZONE = 'Europe/Istanbul'

/** Rule 9, minutes and days; the `setting` record may change them. */
export const LEAD_MINUTES = 60
export const HORIZON_DAYS = 90
/** Rule 27, hours before start until which a patient may cancel or move. */
export const CANCEL_HOURS = 24
/** How long links in letters open what they lead to: of a new account, for a new password, for the first one, to undo a change of one's address. */
export const CONFIRM_HOURS = 24
export const RESET_MINUTES = 30
export const INVITE_DAYS = 7
export const UNDO_CONTACT_DAYS = 7
/** Rule 16, minutes. */
export const HOLD_MINUTES = 10
/** Rule 63: minutes before an online visit when doctor and patient hear of it on their devices. */
export const ONLINE_PUSH_MINUTES = 10
/** From so many hours before its start an appointment that nobody has confirmed stands out at the desk and asks its patient (decision 0149). */
export const ASK_HOURS = 48
/** Rule 63, hours before start. */
export const REMINDER_HOURS = [24, 2] as const
/** Rule 65: no SMS from the one to the other, HHmm on the clinic's wall. */
export const QUIET_FROM = 2100
export const QUIET_TO = 800
/** Rule 28: how often a patient may move one appointment. */
export const PATIENT_MOVES = 2
/** Rule 26: minutes before start from which a visit may be completed. */
export const COMPLETE_EARLY_MINUTES = 15
/** How long completing can be taken back; the patient is asked how it was only after that (rule 68). */
export const REOPEN_MINUTES = 60
/** Rule 30: minutes after start from which no-show may be marked. */
export const NO_SHOW_MINUTES = 15
/** Rule 70: minutes before the start and after it between which a tablet checks in for a visit. */
export const KIOSK_OPENS_MINUTES = 60
export const KIOSK_CLOSES_MINUTES = 15
/** Rule 31: minutes before the start and after the end between which a patient may come into the meeting. */
export const MEETING_OPENS_MINUTES = 15
export const MEETING_CLOSES_MINUTES = 30
/** Rule 31: where an online visit takes place while the platform has set nothing else. */
export const MEETING_PATTERN = 'https://meet.jit.si/{clinic}-{code}'
/** Rule 68: hours after a visit was completed until its patient is asked how it was, and for how many days it is worth asking. */
export const COMMENT_ASK_HOURS = 2
export const COMMENT_ASK_DAYS = 3
/** Minutes that a visit takes at least and at most. */
export const SHORTEST_VISIT_MINUTES = 5
export const LONGEST_VISIT_MINUTES = 480
/** Rule 29: hours after the end from which a visit still waiting is "to close". */
export const TO_CLOSE_HOURS = 24
/** Rule 18, hours: how long a transfer keeps the slot, how long before start it ends, and when it cannot be chosen. */
export const TRANSFER_KEEP_HOURS = 48
export const TRANSFER_END_HOURS = 2
export const TRANSFER_EARLIEST_HOURS = 4
/** Rule 17, minutes: how long an open card payment keeps the slot. */
export const CARD_MINUTES = 30
/** Rule 45, minutes after booking until a payment still open is asked for. */
export const ASK_MINUTES = 10
/** Rule 89, days kept on the device around today. */
export const KEEP_DAYS_BACK = 30
export const KEEP_DAYS_AHEAD = 60
/** RULES 13: hours in which a doctor may take a recipe or a report back. */
export const TAKE_BACK_HOURS = 24
/** SYNC "Answers that are not rows": a slot older than this many minutes is offered as to be confirmed. */
export const SLOT_STALE_MINUTES = 15
/** Rule 14: how many free slots a refused booking offers. */
export const OFFERED_SLOTS = 5

/** The wire's version. A client below `OLDEST_BUILD` is told 426. */
export const BUILD = 1
export const OLDEST_BUILD = 1

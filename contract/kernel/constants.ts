/** SPEC §9 and the settings' defaults. Every number of the domain that more than one file needs is here. */

export const BASE_PATH = '/api'

export const LANGUAGES = ['tr', 'en', 'de', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

/** The tag that both sides pass to `Intl`: English is British (LOOKS "Voice"). */
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

/** Marks a request that no person triggered: it does not count as use of the session (TRUST D2). */
export const UNATTENDED_HEADER = 'bedside-unattended'

/**
 * The secret a locked device was locked with: sent with the token, it unlocks the session (TRUST D18). Several are
 * separated by commas.
 */
export const UNLOCK_HEADER = 'bedside-unlock'

/**
 * The position of the database after this device's last change: the server returns it, and the device sends it with
 * each request (decision 0117).
 */
export const POSITION_HEADER = 'bedside-position'

/** Keys in local storage, and cookies, by the names SPEC §9 gives them. */
export const STORED_KEYS = ['user-token', 'user-session', 'user-clinic', 'user-lang', 'user_login_type'] as const

export const UPLOAD_BYTES = 5 * 1024 * 1024
/** Pixels of a picture that is sent, decoded: 40 megapixels. */
export const MOST_PIXELS = 40_000_000
export const PASSWORD_MIN = 6
/** For staff, unless the platform has set something else (TRUST D3). */
export const PASSWORD_MIN_STAFF = 10
export const PASSWORD_MAX = 128
/** Passkeys of one person, and the longest name of one. */
export const PASSKEYS_MOST = 20
export const PASSKEY_NAME_MAX = 60
/**
 * A shared device (TRUST D17, D18): digits of its PIN, how many wrong attempts it allows, and after how many seconds it
 * locks when untouched or out of sight, with the length of the countdown.
 */
export const PIN_LEAST = 6
export const PIN_MOST = 12
export const PIN_TRIES = 5
export const LOCK_IDLE_SECONDS = 300
export const LOCK_HIDDEN_SECONDS = 120
export const LOCK_WARN_SECONDS = 30
/** The edition of the platform's own legal texts that a consent refers to if the clinic has none (SPEC §5). */
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
/**
 * How long links in letters work: for a new account, for a new password, for the first one, to undo a change of
 * address.
 */
export const CONFIRM_HOURS = 24
export const RESET_MINUTES = 30
export const INVITE_DAYS = 7
export const UNDO_CONTACT_DAYS = 7
/** Rule 16, minutes. */
export const HOLD_MINUTES = 10
/** Rule 63: how many minutes before an online visit doctor and patient are told on their devices. */
export const ONLINE_PUSH_MINUTES = 10
/** From so many hours before its start an appointment that no one has confirmed stands out at the desk and asks its patient (decision 0149). */
export const ASK_HOURS = 48
/** Rule 63, hours before start. */
export const REMINDER_HOURS = [24, 2] as const
/** Rule 65: no SMS between these times, HHmm on the clinic's clock. */
export const QUIET_FROM = 2100
export const QUIET_TO = 800
/** Rule 28: how often a patient may move one appointment. */
export const PATIENT_MOVES = 2
/** Rule 26: minutes before start from which a visit may be completed. */
export const COMPLETE_EARLY_MINUTES = 15
/** How long a completion can be undone; the patient is asked for a comment only after that (rule 68). */
export const REOPEN_MINUTES = 60
/** Rule 30: minutes after start from which no-show may be marked. */
export const NO_SHOW_MINUTES = 15
/** Rule 70: minutes before the start and after it between which a tablet checks in for a visit. */
export const KIOSK_OPENS_MINUTES = 60
export const KIOSK_CLOSES_MINUTES = 15
/** Rule 31: minutes before the start and after the end between which a patient may enter the meeting. */
export const MEETING_OPENS_MINUTES = 15
export const MEETING_CLOSES_MINUTES = 30
/** Rule 31: where an online visit takes place unless the platform has set something else. */
export const MEETING_PATTERN = 'https://meet.jit.si/{clinic}-{code}'
/**
 * Rule 68: hours after a visit's completion when its patient is asked for a comment, and for how many days asking makes
 * sense.
 */
export const COMMENT_ASK_HOURS = 2
export const COMMENT_ASK_DAYS = 3
/** Shortest and longest visit, minutes. */
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
/** Rule 45: minutes after booking when a payment that is still open is requested. */
export const ASK_MINUTES = 10
/** Rule 89, days kept on the device around today. */
export const KEEP_DAYS_BACK = 30
export const KEEP_DAYS_AHEAD = 60
/** RULES 13: hours in which a doctor may withdraw a recipe or a report. */
export const TAKE_BACK_HOURS = 24
/** SYNC "Answers that are not rows": a slot older than this many minutes is offered as unconfirmed. */
export const SLOT_STALE_MINUTES = 15
/** Rule 14: how many free slots a refused booking offers. */
export const OFFERED_SLOTS = 5

/** The wire's version. A client below `OLDEST_BUILD` gets 426. */
export const BUILD = 1
export const OLDEST_BUILD = 1

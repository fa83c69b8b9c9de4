import { expect, test } from 'vitest'
import * as constants from './constants.ts'

test('SPEC §9, number by number', () => {
  expect(constants).toMatchObject({
    BASE_PATH: '/api',
    LANGUAGES: ['tr', 'en', 'de', 'ru'],
    DEFAULT_LANGUAGE: 'tr',
    LANGUAGE_COOKIE: 'user-lang',
    COOKIE_SECONDS: 604_800,
    COOKIE_PATH: '/',
    COOKIE_SAME_SITE: 'Strict',
    STORED_KEYS: ['user-token', 'user-session', 'user-clinic', 'user-lang', 'user_login_type'],
    UPLOAD_BYTES: 5_242_880,
    PASSWORD_MIN: 6,
    CURRENCIES: ['try', 'usd', 'eur', 'gbp'],
    CURRENCY_SYMBOLS: { try: '₺', usd: '$', eur: '€', gbp: '£' },
    DATE_FORMAT: 'DD.MM.YYYY HH:mm',
    BRANCH_FULL_LIST: 1000,
    NAMED_LIST_PAGE: 10,
    TOAST_MS: 5000,
    TOAST_POSITION: 'top-right',
    TOAST_TYPE: 'info',
    NOTIFICATION_CHARACTERS: 100,
    RELATIVE_TIME_MS: 60_000,
    CHUNK_TIMEOUT_MS: 120_000,
    MODAL_MS: 500,
    MAP_ZOOM: 18,
    MAP_ZOOM_MIN: 3,
    MAP_TYPE_CONTROL: false,
    MAP_STREET_VIEW: false,
    LAZY_PRELOAD: 1.3,
    LAZY_ATTEMPTS: 1,
  })
})

test('RULES 1, 9, 14, 18, 26–30, 89: the domain’s numbers', () => {
  expect(constants).toMatchObject({
    DEFAULT_ZONE: 'Europe/Istanbul',
    LEAD_MINUTES: 60,
    HORIZON_DAYS: 90,
    OFFERED_SLOTS: 5,
    TRANSFER_KEEP_HOURS: 48,
    TRANSFER_END_HOURS: 2,
    TRANSFER_EARLIEST_HOURS: 4,
    COMPLETE_EARLY_MINUTES: 15,
    CANCEL_HOURS: 24,
    PATIENT_MOVES: 2,
    TO_CLOSE_HOURS: 24,
    NO_SHOW_MINUTES: 15,
    KEEP_DAYS_BACK: 30,
    KEEP_DAYS_AHEAD: 60,
    SLOT_STALE_MINUTES: 15,
    PASSWORD_MAX: 128,
  })
})

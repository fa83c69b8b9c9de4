import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { CURRENCIES, type Currency, LANGUAGE_NAMES, LANGUAGES } from '../../../contract/kernel/constants.ts'
import { countryName, isKnownCountry } from '../../../contract/country/country.rules.ts'
import { plainMoney } from '../../../contract/kernel/money.ts'
import { isRich, plainOf } from '../../../contract/kernel/rich-text.rules.ts'
import { writeDay } from '../../../contract/kernel/when.ts'
import {
  formatBytes,
  formatDateTime,
  formatMinutes,
  formatMoney,
  formatWallDate,
  formatWallTime,
} from '../../i18n/format.ts'
import { inWords } from '../../areas/availability/days-off-field.tsx'
import { daysInWords } from '../../areas/availability/hours-spans.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { isMultilingual } from '../../i18n/multilingual.ts'
import { CODE_WORDS, FIELD_WORDS, NAMED_IN } from './field-words.ts'
import { useNames } from './queries-names.ts'

const NONE = '—'

/** Other facts of the record that a field needs: an instant's zone, an amount's currency. */
type Beside = { readonly zone: string; readonly currency?: unknown }

/** A field's name and value in the person's language. `inputs` are the inputs whose ids may have to be named. */
export function useFieldText(inputs: readonly Readonly<Record<string, unknown>>[]) {
  const { i18n, t } = useLingui()
  const language = useLanguage()
  const names = useNames(inputs)
  const label = useCallback((field: string) => (FIELD_WORDS[field] ? i18n._(FIELD_WORDS[field]) : field), [i18n])
  const text = (field: string, value: unknown, { zone, currency }: Beside): string => {
    if (value === null || value === undefined || value === '') return NONE
    if (isMultilingual(value))
      return value
        .map((one) => `${value.length > 1 ? `${LANGUAGE_NAMES[one.lang]}: ` : ''}${wordsOf(one.value)}`)
        .join('\n')
    if (field === 'promoId') return t`Picture`
    if (Array.isArray(value)) {
      if (!value.length) return NONE
      if (field === 'days') return daysInWords(value.map(Number), language)
      return (value as unknown[]).map((one) => text(field, one, { zone, currency })).join(', ')
    }
    if (isDaysOff(value)) return inWords(value)
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (NAMED_IN[field]) return names?.get(String(value)) ?? t`not on this device`
    if (typeof value === 'object')
      return Object.values(value)
        .filter((one) => one !== null && one !== '')
        .join(', ')
    if (field === 'size') return formatBytes(Number(value), language)
    if (field === 'duration') return formatMinutes(Number(value), language)
    if (field === 'price' || field === 'commissionAmount')
      return isCurrency(currency) ? formatMoney(Number(value), currency, language) : plainMoney(Number(value), language)
    if (field === 'startDate' || field === 'endDate') return formatWallDate(Number(value))
    if (field === 'startTime' || field === 'endTime') return formatWallTime(Number(value))
    if (field === 'start' || field === 'end') return formatDateTime(String(value), zone)
    if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return writeDay(String(value))
    if (field === 'country' && isKnownCountry(String(value))) return countryName(String(value), language)
    const known = LANGUAGES.find((one) => one === value)
    if ((field === 'lang' || field === 'language') && known) return LANGUAGE_NAMES[known]
    const code = CODE_WORDS[String(value)]
    return code &&
      ['gender', 'commissionType', 'type', 'payWith', 'kind', 'category', 'section', 'overrides'].includes(field)
      ? i18n._(code)
      : wordsOf(String(value))
  }
  return { label, text }
}

/** Rich text as plain text. */
const wordsOf = (text: string) => (isRich(text) ? plainOf(text) : text)

/** Whether the value is the days off of hours. */
const isDaysOff = (value: unknown): value is { readonly from: number; readonly to: number } =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'to' in value &&
  typeof value.from === 'number' &&
  typeof value.to === 'number'

const isCurrency = (value: unknown): value is Currency => CURRENCIES.some((one) => one === value)

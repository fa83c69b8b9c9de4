import { countryOf, showPhone } from '../i18n/phone.ts'
import { useDevice } from './device.tsx'

/** A number as people around the clinic write it: theirs without the country, others with it. */
export function usePhoneWords(): (e164: string) => string {
  const country = countryOf(useDevice().zone)
  return (e164) => showPhone(e164, country)
}

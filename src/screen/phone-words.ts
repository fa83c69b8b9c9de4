import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../ui/when-idle.ts'
import { useDevice } from './device.ts'

type Phones = typeof import('../i18n/phone.ts')
let phones: Phones | null = null

/**
 * A number as people around the clinic write it: their own without the country code, others with it. The numbering
 * plans are large and load after the list is painted; until then a number is shown as it is stored.
 */
export function usePhoneWords(): (e164: string) => string {
  const { zone } = useDevice()
  const [known, setKnown] = useState(phones)
  useEffect(() => {
    if (known) return
    return whenIdle(() =>
      import('../i18n/phone.ts').then(
        (loaded) => setKnown((phones = loaded)),
        () => undefined,
      ),
    )
  }, [known])
  return useCallback((e164) => (known ? known.showPhone(e164, known.countryOf(zone)) : e164), [known, zone])
}

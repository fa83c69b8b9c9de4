import { expect, test } from 'vitest'
import { formatOffset } from './when.ts'

test.each(['Europe/London', 'Europe/Istanbul', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'the offset of %s from UTC equals Intl’s',
  (zone) => {
    const intl = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
    for (const at of ['2026-01-15T12:00Z', '2026-07-15T12:00Z'].map((iso) => Date.parse(iso)))
      expect(formatOffset(at, zone)).toBe(intl.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value)
  },
)

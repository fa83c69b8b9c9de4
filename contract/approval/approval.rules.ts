import type { Currency } from '../kernel/constants.ts'
import type { GeneralSettings } from '../setting/setting.ts'

/**
 * How much one person may move by hand in a day without approval, in minor units of the currency (docs/decisions/0101).
 */
export const aloneLimit = (settings: GeneralSettings, currency: Currency): number =>
  ({ try: settings.aloneTry, usd: settings.aloneUsd, eur: settings.aloneEur, gbp: settings.aloneGbp })[currency]

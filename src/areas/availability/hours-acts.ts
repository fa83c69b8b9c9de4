import { useLingui } from '@lingui/react/macro'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import type { Opened } from './state.ts'
import { activate } from './commands.ts'
import { daysInWords, spanOf } from './hours-spans.ts'
import type { ShownHours } from './queries.ts'

export type Asking = { readonly what: 'passivate' | 'delete'; readonly hours: ShownHours }

/** Acts on hours: at once if they can be undone, otherwise after a confirmation (SCREENS B15). */
export function useHoursActs({
  onOpen,
  onPrice,
  onAsk,
}: {
  onOpen: (opened: Opened) => void
  onPrice: (hours: ShownHours) => void
  onAsk: (asking: Asking) => void
}): (hours: ShownHours) => MenuItem[] {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const save = useSaySaved()
  const why = offline ? t`You need to be online to do this.` : null
  return (row) => [
    { id: 'edit', label: t`Edit days and hours`, whyDisabled: why, onSelect: () => onOpen({ edit: row }) },
    { id: 'price', label: t`Change the price`, onSelect: () => onPrice(row) },
    { id: 'copy', label: t`Copy`, onSelect: () => onOpen({ from: row }) },
    row.status === 'active'
      ? { id: 'passivate', label: t`Make inactive`, onSelect: () => onAsk({ what: 'passivate', hours: row }) }
      : {
          id: 'activate',
          label: t`Make active`,
          onSelect: () => {
            const name = `${daysInWords(row.days, language)} ${spanOf(row)}`
            void save(() => activate(device, row.id), t`Active: ${name}`)
          },
        },
    {
      id: 'delete',
      label: t`Delete`,
      danger: true,
      whyDisabled: why,
      onSelect: () => onAsk({ what: 'delete', hours: row }),
    },
  ]
}

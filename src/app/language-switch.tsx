import { useLingui } from '@lingui/react/macro'
import { Languages } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../contract/kernel/constants.ts'
import { useLanguage } from '../i18n/locale.ts'
import { changeLanguage } from '../areas/profile/commands.ts'
import { useDevice } from '../screen/device.ts'
import { Menu } from '../ui/menu.tsx'
import { IconButton } from '../ui/button.tsx'

/**
 * Changes the language, here and in the profile, and restarts the page in it; a changed form asks first (SPEC §6, rule
 * 92). Shown only if there is a choice (SPEC §2).
 */
export function LanguageSwitch() {
  const { t } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const choices = LANGUAGES.filter((each) => device.settings.languages.includes(each) || each === language)
  if (choices.length < 2) return null
  return (
    <Menu
      items={choices.map((each) => ({
        id: each,
        label: <span lang={each}>{LANGUAGE_NAMES[each]}</span>,
        onSelect: () => void changeLanguage(device, each),
      }))}
    >
      <IconButton
        look="quiet"
        label={t`Language: ${LANGUAGE_NAMES[language]}`}
        icon={<Languages size={20} strokeWidth={1.75} aria-hidden="true" />}
      />
    </Menu>
  )
}

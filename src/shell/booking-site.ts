import { useEffect, useState } from 'react'
import { settingCalls } from '../../contract/setting.ts'
import { call } from '../api/call.ts'
import { afterFirstScreen } from './first-screen.ts'

const KEY = 'booking-site'

/** Where patients book beyond this app (SPEC §2), as the setting says; remembered, so that it is there offline. */
export function useBookingSite(): string | null {
  const [site, setSite] = useState(() => localStorage.getItem(KEY))
  useEffect(() => {
    const ask = async () => {
      const outcome = await call(settingCalls['setting.list'], { idList: ['setting'] })
      if (outcome.kind !== 'done') return
      const general = outcome.reply.settings.find((group) => group.id === 'setting')
      const found = general?.data.bookingSiteUrl ?? null
      if (found) localStorage.setItem(KEY, found)
      else localStorage.removeItem(KEY)
      setSite(found)
    }
    return afterFirstScreen(() => void ask())
  }, [])
  return site
}

import { useEffect, useState } from 'react'
import { settingCalls } from '../../contract/setting.ts'
import { call } from '../api/call.ts'

const KEY = 'booking-site'

/** Where patients book beyond this app (SPEC §2), as the setting says; remembered, so that it is there offline. */
export function useBookingSite(): string | null {
  const [site, setSite] = useState(() => localStorage.getItem(KEY))
  useEffect(() => {
    void call(settingCalls['setting.list'], { idList: ['setting'] }).then((outcome) => {
      if (outcome.kind !== 'done') return
      const general = outcome.reply.settings.find((group) => group.id === 'setting')
      const found = general?.data.bookingSiteUrl ?? null
      if (found) localStorage.setItem(KEY, found)
      else localStorage.removeItem(KEY)
      setSite(found)
    })
  }, [])
  return site
}

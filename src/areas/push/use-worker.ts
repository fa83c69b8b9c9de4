import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { afterFirstScreen } from '../../screen/first-screen.ts'
import { keepLanguage, renew } from './commands.ts'

/**
 * Exchanges messages with the worker: it gets the language of this device, and the page opens the record of a pressed
 * notification.
 */
export function useWorker(): void {
  const { person } = useDevice()
  const language = useLanguage()
  const router = useRouter()
  useEffect(() => afterFirstScreen(() => void keepLanguage(language)), [language])
  useEffect(() => afterFirstScreen(() => void renew(person.id)), [person.id])
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    // navigates within the app, so that an open form can ask before it is left
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (isOpen(data)) router.history.push(data.url)
    }
    container?.addEventListener('message', hear)
    return () => container?.removeEventListener('message', hear)
  }, [router])
}

const isOpen = (data: unknown): data is { readonly type: 'OPEN'; readonly url: string } =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'OPEN' &&
  'url' in data &&
  typeof data.url === 'string' &&
  /^\/(?!\/)/.test(data.url)

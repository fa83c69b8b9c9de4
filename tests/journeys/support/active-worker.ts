import type { CDPSession } from '@playwright/test'

/**
 * The id of this origin's registration, once the browser reports its worker as active: a push that arrives earlier is
 * lost.
 */
export async function activeWorker(browser: CDPSession, origin: string): Promise<string> {
  const known = new Promise<string>((found) =>
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const ours = versions.find(({ scriptURL, status }) => scriptURL.startsWith(origin) && status === 'activated')
      if (ours) found(ours.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  return known
}

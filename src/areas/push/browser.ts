import { toBase64Url } from '../../../contract/kernel/base64url.ts'

/** Wraps the browser's push: what it supports here, and this device's subscription as the server takes it. */
export type PushSupport = 'none' | 'asked-later' | 'allowed' | 'refused'
export type DeviceKeys = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** What push can do on this device; `none` without a worker or push, and on iPhones outside the home screen. */
export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'none'
  return Notification.permission === 'granted'
    ? 'allowed'
    : Notification.permission === 'denied'
      ? 'refused'
      : 'asked-later'
}

/** This device's subscription, or null. */
export async function currentKeys(): Promise<DeviceKeys | null> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  return subscription ? keysOf(subscription) : null
}

/**
 * Asks the person for permission if needed, and subscribes with the server's public key (base64url); a subscription
 * with another key is replaced. Call it only when the person presses something. Null if they refuse or the browser has
 * no push service.
 */
export async function subscribe(serverKey: string): Promise<DeviceKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const manager = (await registration())?.pushManager
  if (!manager) return null
  const before = await manager.getSubscription()
  const known = before?.options.applicationServerKey
  if (before && known && toBase64Url(known) !== serverKey) await before.unsubscribe()
  try {
    return keysOf(await manager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }))
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Ends this device's subscription; returns the one that was. */
export async function unsubscribe(): Promise<DeviceKeys | null> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (!subscription) return null
  const keys = keysOf(subscription)
  await subscription.unsubscribe()
  return keys
}

const registration = () => navigator.serviceWorker.getRegistration()

function keysOf(subscription: PushSubscription): DeviceKeys | null {
  const { endpoint, keys } = subscription.toJSON()
  return endpoint && keys?.['p256dh'] && keys['auth'] ? { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } : null
}

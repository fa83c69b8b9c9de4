import type { MessageDescriptor } from '@lingui/core'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../contract/call.ts'
import { CHUNK_TIMEOUT_MS } from '../../contract/constants.ts'
import type { Device } from './device.tsx'
import type { NavIcon } from './nav-icon.tsx'

/** What the frame knows of a screen: its title, who may open it, and its place in the sidebar. */
export type ScreenData = {
  readonly title: MessageDescriptor
  readonly roles?: readonly Role[]
  /** Of the admins only those with the flag (rule 102). */
  readonly superadmin?: true
  /** In the sidebar, in the order of this page, with this icon. */
  readonly icon?: NavIcon
  /** What reads, for a start that opens on it, what it shows first; `search` is its address's, as its schema left it. */
  readonly ahead?: () => Promise<(device: Device, search: object) => Promise<void>>
}

/** A screen's own chunk; one that does not come in time is a fault with a way on, not an endless wait (SPEC §9). */
export const lazy: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      Promise.race([
        load(),
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('chunk_timeout')), CHUNK_TIMEOUT_MS)),
      ]),
    name,
  )

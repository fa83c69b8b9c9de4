import type { MessageDescriptor } from '@lingui/core'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../contract/kernel/call.ts'
import type { Person } from '../../contract/session/session.ts'
import { CHUNK_TIMEOUT_MS } from '../../contract/kernel/constants.ts'
import type { Device } from '../screen/device.ts'
import { fetchPart } from '../screen/fetch-part.ts'
import type { NavIcon } from '../screen/nav-icon.tsx'

/** What the frame knows about a screen: its title, who may open it, and its place in the sidebar. */
export type ScreenData = {
  readonly title: MessageDescriptor
  readonly roles?: readonly Role[]
  /** Among admins, only those with the superadmin flag (rule 102). */
  readonly superadmin?: true
  /**
   * Shows it in the sidebar with this icon, in the order of this page; in a long menu under the heading of this group.
   */
  readonly icon?: NavIcon
  readonly group?: NavGroup
  /** An admin sees records only of the clinics that their device holds, which may not be all (decision 0125). */
  readonly byClinic?: true
  /**
   * Loads the function that reads what the screen shows first, for a start on it; `search` is the parsed search of its
   * address.
   */
  readonly ahead?: () => Promise<(device: Device, search: object) => Promise<void>>
}

/** The groups of a long menu, in order (nav.tsx). */
export const NAV_GROUPS = ['care', 'people', 'money', 'content', 'platform'] as const
export type NavGroup = (typeof NAV_GROUPS)[number]

export type Opener = Pick<Person, 'type' | 'superadmin'>

export const mayOpen = (screen: ScreenData, { type, superadmin }: Opener): boolean =>
  (screen.roles?.includes(type) ?? true) && !(screen.superadmin && type === 'admin' && !superadmin)

/**
 * A screen's own chunk. If it does not arrive in time, that is an error with a retry, not an endless wait (SPEC §9). It
 * carries the screen's name, by which the list of parts finds its files.
 */
export const lazy: typeof lazyRouteComponent = (load, name) =>
  Object.assign(
    lazyRouteComponent(
      () =>
        Promise.race([
          fetchPart(load),
          new Promise<never>((_, reject) => setTimeout(() => reject(new Error('chunk_timeout')), CHUNK_TIMEOUT_MS)),
        ]),
      name,
    ),
    { part: name },
  )

/** The name set by `lazy`. */
export const partOf = (component: unknown): string | undefined =>
  typeof component === 'function' && 'part' in component && typeof component.part === 'string'
    ? component.part
    : undefined

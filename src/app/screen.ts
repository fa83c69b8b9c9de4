import type { MessageDescriptor } from '@lingui/core'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../contract/kernel/call.ts'
import type { Person } from '../../contract/session/session.ts'
import { CHUNK_TIMEOUT_MS } from '../../contract/kernel/constants.ts'
import type { Device } from '../screen/device.ts'
import { fetchPart } from '../screen/fetch-part.ts'
import type { NavIcon } from '../screen/nav-icon.tsx'

/** What the frame knows of a screen: its title, who may open it, and its place in the sidebar. */
export type ScreenData = {
  readonly title: MessageDescriptor
  readonly roles?: readonly Role[]
  /** Of the admins only those with the flag (rule 102). */
  readonly superadmin?: true
  /** In the sidebar, in the order of this page, with this icon; where a menu is long, under the heading of this group. */
  readonly icon?: NavIcon
  readonly group?: NavGroup
  /** An admin sees records of the clinics that their device holds, which may not be all (decision 0125). */
  readonly byClinic?: true
  /** What reads, for a start that opens on it, what it shows first; `search` is its address's, as its schema left it. */
  readonly ahead?: () => Promise<(device: Device, search: object) => Promise<void>>
}

/** What a long menu is divided into, in its order (nav.tsx). */
export const NAV_GROUPS = ['care', 'people', 'money', 'content', 'platform'] as const
export type NavGroup = (typeof NAV_GROUPS)[number]

export type Opener = Pick<Person, 'type' | 'superadmin'>

export const mayOpen = (screen: ScreenData, { type, superadmin }: Opener): boolean =>
  (screen.roles?.includes(type) ?? true) && !(screen.superadmin && type === 'admin' && !superadmin)

/**
 * A screen's own chunk; one that does not come in time is a fault with a way on, not an endless wait (SPEC §9). It bears the screen's name, by
 * which the list of parts knows its files.
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

/** The name that `lazy` gave. */
export const partOf = (component: unknown): string | undefined =>
  typeof component === 'function' && 'part' in component && typeof component.part === 'string'
    ? component.part
    : undefined

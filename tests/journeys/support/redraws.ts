import type { Page } from '@playwright/test'

/**
 * Counts the components that React renders again, from the page's next load on. React reports each commit to the hook
 * of its developer tools, in production builds too. A component counts if it ran itself, not if only something below it
 * did.
 */
export async function watchRedraws(page: Page) {
  await page.addInitScript(() => {
    type Fiber = {
      readonly tag: number
      readonly flags: number
      readonly type: unknown
      readonly alternate: Fiber | null
      readonly child: Fiber | null
      readonly sibling: Fiber | null
    }
    const RUN = 1
    const COMPONENTS = new Set([0, 1, 11, 14, 15])
    const drawn = { count: 0 }
    const visit = (fiber: Fiber) => {
      if (COMPONENTS.has(fiber.tag) && fiber.flags & RUN) drawn.count++
      // a component that did not run keeps its fiber
      if (fiber.alternate?.child === fiber.child) return
      for (let child = fiber.child; child; child = child.sibling) visit(child)
    }
    Object.assign(globalThis, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => visit(root.current),
        onPostCommitFiberRoot: () => {},
        onCommitFiberUnmount: () => {},
      },
    })
  })
  return {
    /** How many since the last call. */
    take: () =>
      page.evaluate(() => {
        const { drawn } = globalThis as unknown as { drawn: { count: number } }
        const { count } = drawn
        drawn.count = 0
        return count
      }),
  }
}

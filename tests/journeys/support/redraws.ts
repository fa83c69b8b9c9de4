import type { Page } from '@playwright/test'

/**
 * Counts the components that React draws again, from the page's next load on: React tells of each commit whoever stands where its developer tools
 * would, also in the build that people use. A component counts when it was run, not when only something below it was.
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
      // what was left as it was is the same fiber as before
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
    /** How many since the last asking. */
    take: () =>
      page.evaluate(() => {
        const { drawn } = globalThis as unknown as { drawn: { count: number } }
        const { count } = drawn
        drawn.count = 0
        return count
      }),
  }
}

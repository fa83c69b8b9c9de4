/** The wait before each retry, in ms. */
const WAITS_MS = [250, 1000]

/**
 * Loads a part of the app's code, and retries if that fails. For the life of the page a browser remembers that an
 * import has failed, and fails the same address again without a request, so the retry uses another address. Rejects
 * with `part_unreachable`. Reloading the page, as the router does for a missing module, is left to the person, who may
 * have typed something.
 */
export async function fetchPart<T>(load: () => Promise<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const address = addressIn(error)
    for (const [i, wait] of waits.entries()) {
      await new Promise((done) => setTimeout(done, wait))
      const again = () => import(/* @vite-ignore */ `${address}?again=${Date.now()}-${i}`) as Promise<T> // the same module at another address
      const part = await (address ? again() : load()).catch(() => null)
      if (part) return part
    }
    throw new Error('part_unreachable', { cause: error })
  }
}

/** Chromium and Firefox name the address only in the error's text. Safari retries by itself. */
const addressIn = (error: unknown): string | undefined => /https?:\/\/[^\s?]{1,500}\.js/.exec(String(error))?.[0]

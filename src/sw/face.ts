/** The manifest of this host, or one of its icons. */
export const isFace = ({ pathname }: URL) => /^\/(manifest\.webmanifest|icon-[\w-]+\.png)$/.test(pathname)

/** As the server has it now; without a network the last copy, whatever version an icon's address names. */
export async function answerFace(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (response.ok) {
      // keeps only the last copy of each address
      await cache.delete(request, { ignoreSearch: true })
      await cache.put(request, response.clone())
    }
    return response
  } catch {
    return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? Response.error()
  }
}

/** Fetches all of it in advance: an app on the home screen keeps its name and icons without a network. */
export async function keepFace(): Promise<void> {
  try {
    const answer = await answerFace(new Request('/manifest.webmanifest', { credentials: 'same-origin' }))
    const { icons } = (await answer.json()) as { readonly icons: readonly { readonly src: string }[] }
    await Promise.all([...icons.map(({ src }) => src), '/icon-180.png'].map((src) => answerFace(new Request(src))))
  } catch {
    // no harm done: the next page tries again
  }
}

const CACHE = 'host-face'

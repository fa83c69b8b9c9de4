/** How a request ended; a refusal holds nothing. */
type RequestOutcome = { readonly kind: string }

/**
 * The holds that one page requests (rule 16): `take` requests one, `leave` releases it, only if one was requested and
 * not refused. The release is sent after the request, so that a late acceptance cannot outlive it; a request without an
 * answer may have arrived.
 */
export function createHolding<A extends unknown[], R extends RequestOutcome>(
  ask: (...what: A) => Promise<R>,
  letGo: () => Promise<unknown>,
) {
  let last: Promise<R> | null = null
  return {
    take: (...what: A): Promise<R> => {
      const before = last
      const asking = ask(...what)
      last = asking
      void asking.then((outcome) => {
        // the server keeps one hold per person: the earlier one remains if this one was refused
        if (outcome.kind === 'refused' && last === asking) last = before
      })
      return asking
    },
    leave: async (): Promise<void> => {
      const leaving = last
      last = null
      if (!leaving) return
      await leaving.catch(() => undefined)
      await letGo()
    },
  }
}

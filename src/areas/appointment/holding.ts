/** How an asking ended, as far as a hold goes: a named no took nothing. */
type Asked = { readonly kind: string }

/**
 * What one page has asked to be kept (rule 16): `take` asks, `leave` lets go of it, and only where something was asked and not refused.
 * The release goes behind the question, so that a late yes cannot outlive it; a question without an answer may have been heard.
 */
export function createHolding<A extends unknown[], R extends Asked>(
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
        // the server keeps one time a person: the one before stands where this one was refused
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

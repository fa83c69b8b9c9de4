import { registerHooks } from 'node:module'

/** Both generators print with TypeScript's own JavaScript API, which version 7 has no more: they are given version 5. */
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})

import { registerHooks } from 'node:module'

/** Both generators print with TypeScript's JavaScript API, which version 7 no longer has: they get version 5. */
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})

import type { Reply } from '../../../contract/calls.ts'

/** Today's list as last received. `offset` is how far the server's clock was ahead of this device's, in ms. */
export type List = Reply<'kiosk.today'> & { readonly at: number; readonly offset: number }

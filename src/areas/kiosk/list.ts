import type { Reply } from '../../../contract/calls.ts'

/** Today's list as it last came; `offset`: what the server's clock was ahead of this device's, ms. */
export type List = Reply<'kiosk.today'> & { readonly at: number; readonly offset: number }

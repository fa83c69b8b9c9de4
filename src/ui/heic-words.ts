import { msg } from '@lingui/core/macro'

/** For a phone's picture format that the browser cannot open: what it is, and the next step. */
export const HEIC_WORDS = msg`This is a HEIC picture, which this browser cannot open. On the iPhone choose Settings, Camera, Formats, “Most Compatible”, or share it as a JPEG, and choose it again.`

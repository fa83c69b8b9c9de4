import { msg } from '@lingui/core/macro'

/** Of a phone's own kind of picture, where the browser cannot open it: what it is, and the next step. */
export const HEIC_WORDS = msg`This is a HEIC picture, which this browser cannot open. On the iPhone choose Settings, Camera, Formats, “Most Compatible”, or share it as a JPEG, and choose it again.`

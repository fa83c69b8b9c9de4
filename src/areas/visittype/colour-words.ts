import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { VisitColour } from '../../../contract/visittype/visittype.ts'

/** What a type's colours are called. */
export const COLOUR_WORDS: Readonly<Record<VisitColour, MessageDescriptor>> = {
  blue: msg({ message: 'Blue', context: 'colour' }),
  green: msg({ message: 'Green', context: 'colour' }),
  violet: msg({ message: 'Violet', context: 'colour' }),
  orange: msg({ message: 'Orange', context: 'colour' }),
  red: msg({ message: 'Red', context: 'colour' }),
  teal: msg({ message: 'Teal', context: 'colour' }),
  pink: msg({ message: 'Pink', context: 'colour' }),
  grey: msg({ message: 'Grey', context: 'colour' }),
}

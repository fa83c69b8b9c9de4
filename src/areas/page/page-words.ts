import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PageSection } from '../../../contract/page/page.rules.ts'

export const SECTION_WORDS: Readonly<Record<PageSection, MessageDescriptor>> = {
  main: msg`Main menu`,
  patients: msg`For patients`,
  footer: msg`Foot of the page`,
  legal: msg`Legal`,
}

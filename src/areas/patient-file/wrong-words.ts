import { useLingui } from '@lingui/react/macro'
import { MOST_WAITING } from '../../../contract/patient/patient-file.ts'
import { HEIC_WORDS } from '../../ui/heic-words.ts'
import type { WhyNotFile } from './commands.ts'

/** Why a file is refused, in words. */
export function useWrongWords(): Readonly<Record<WhyNotFile, string>> {
  const { i18n, t } = useLingui()
  return {
    kind: t`Only JPEG, PNG, WebP and PDF files are taken.`,
    heic: i18n._(HEIC_WORDS),
    empty: t`This file is empty.`,
    'too-large': t`This file is larger than 5 MB.`,
    'too-many': t`${{ count: MOST_WAITING }} files are waiting to be sent already. Add more when they have gone.`,
  }
}

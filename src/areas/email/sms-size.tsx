import { Plural, Trans } from '@lingui/react/macro'
import type { SmsSize } from '../../../contract/email/sms.rules.ts'

/** The length of an SMS, its number of parts and its alphabet, counted with the tags filled in. */
export function SmsSizeLine({ size: { alphabet, length, parts, left } }: { size: SmsSize }) {
  return (
    <>
      <Trans>With sample data:</Trans> <Plural value={length} one="# character" other="# characters" />
      {', '}
      <b>
        <Plural value={parts} one="# SMS" other="# SMS" />
      </b>{' '}
      ({alphabet}){', '}
      <Plural value={left} one="# character left in it" other="# characters left in it" />
      {alphabet === 'UCS-2' && (
        <>
          {'. '}
          <Trans>Letters outside of the SMS alphabet, as ş, ğ, ı or Cyrillic, leave room for 70 instead of 160.</Trans>
        </>
      )}
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import {
  ALWAYS,
  CHANNELS,
  EVENTS,
  LETTERS,
  MUTES,
  type Mute,
  type NotifyChannel,
} from '../../../contract/notification/notification.rules.ts'
import type { Shown } from '../../db/row.ts'
import { formatWallTime } from '../../i18n/format.ts'
import { silence } from '../notification/commands.ts'
import { EVENT_WORDS } from '../notification/event-words.ts'
import { PushCard } from '../push/push-card.tsx'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Card } from '../../ui/card.tsx'

/** What a person is notified of and how, and push on this device (SCREENS B2). */
export function NotificationsTab({ profile }: { profile: Shown<'person'> }) {
  return (
    <div className="stack">
      <PushCard />
      <Grid profile={profile} />
      <Letters />
    </div>
  )
}

function Grid({ profile }: { profile: Shown<'person'> }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const say = useSaySaved()
  const names: Readonly<Record<NotifyChannel, string>> = {
    bell: t`In the app`,
    push: t`On my devices`,
    mail: t`By email`,
    sms: t`By SMS`,
  }
  const letters = profile.email ? 'mail' : 'sms'
  const channels = CHANNELS.filter((channel) => channel === 'bell' || channel === 'push' || channel === letters)
  const set = (cell: Mute, on: boolean) => {
    const muted = on ? profile.muted.filter((each) => each !== cell) : [...profile.muted, cell]
    void say(() => silence(device, muted), t`What you are notified about`)
  }
  return (
    <Card title={<Trans>My notifications</Trans>} aside={<RecordChange of={profile} />}>
      <table className="hear-grid">
        <thead>
          <tr>
            <th scope="col">
              <Trans>What happens</Trans>
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {names[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...EVENTS, ...LETTERS]
            .filter((event) => EVENT_WORDS[event].for.includes(profile.type))
            .map((event) => {
              const label = i18n._(EVENT_WORDS[event].label)
              return (
                <tr key={event}>
                  <th scope="row">
                    {label}
                    <span className="help">{i18n._(EVENT_WORDS[event].help)}</span>
                  </th>
                  {channels.map((channel) => {
                    const cell = MUTES.find((each) => each === `${event}:${channel}`)
                    if (!cell)
                      return (
                        <td key={channel} className="dim">
                          {channel === letters && ALWAYS.includes(event) ? <Trans>always</Trans> : '–'}
                        </td>
                      )
                    const on = !profile.muted.includes(cell)
                    return (
                      <td key={channel}>
                        <label className="switch">
                          <input
                            type="checkbox"
                            role="switch"
                            aria-checked={on}
                            aria-label={`${label}, ${names[channel]}`}
                            checked={on}
                            onChange={(change) => set(cell, change.target.checked)}
                          />
                        </label>
                      </td>
                    )
                  })}
                </tr>
              )
            })}
        </tbody>
      </table>
      <p className="help">
        <Trans>What is silenced in the app is still listed among the notifications, as read.</Trans>
      </p>
    </Card>
  )
}

/** How messages are sent, and when none is. */
function Letters() {
  const { settings } = useDevice()
  const from = formatWallTime(settings.quietFrom)
  const to = formatWallTime(settings.quietTo)
  return (
    <Card title={<Trans>Email and SMS</Trans>}>
      <p className="sm dim">
        <Trans>
          Messages come by email, or by SMS if there is no email address. Messages queued before you change a setting
          are still sent. No SMS between {from} and {to}.
        </Trans>
      </p>
    </Card>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Waiting } from '../../../contract/moderation/moderation.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Stars } from '../../ui/stars.tsx'
import { KIND_WORDS } from './moderation-words.ts'

/**
 * One waiting text: its kind, its beginning, its author and clinic. It is decided in the dialog that shows it in full.
 */
export function WaitingLine({
  waiting,
  onRead,
  onClinic,
}: {
  waiting: Waiting
  onRead: () => void
  /** Narrows the list to this clinic. */
  onClinic?: () => void
}) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const { kind, id, title, language, content, rate, byName, doctorName, clinicName, reported, since } = waiting
  const words = title || content
  const about = [byName, doctorName !== byName && doctorName].filter(Boolean).join(' · ')
  return (
    <li className="waiting">
      <div className="grow stack-2">
        <span className="row wrap">
          <span className="badge plain">{i18n._(wordOf(KIND_WORDS, kind))}</span>
          {rate !== null && kind !== 'answer' && <Stars value={rate} />}
          {reported && (
            <span className="badge" data-tone="to-close">
              <Trans context="content">reported</Trans>
            </span>
          )}
        </span>
        {words ? (
          <span className="waiting-text" lang={language ?? undefined}>
            {words}
          </span>
        ) : (
          <span className="dim">
            <Trans>Stars alone, no text.</Trans>
          </span>
        )}
        <span className="sm dim">
          {about && <>{about} · </>}
          <span className="nowrap">{formatDateTime(since, zone)}</span>
        </span>
        {clinicName &&
          (onClinic ? (
            <span>
              <Button look="quiet" small onClick={onClinic} aria-label={t`Only ${clinicName}`}>
                {clinicName}
              </Button>
            </span>
          ) : (
            <span className="sm dim">{clinicName}</span>
          ))}
      </div>
      {kind === 'page' ? (
        <Link to="/staticpage/$id" params={{ id }} className="btn">
          <Trans>Open</Trans>
        </Link>
      ) : (
        <Button onClick={onRead} aria-label={t`Read: ${words.slice(0, 60) || byName || ''}`}>
          <Trans>Read</Trans>
        </Button>
      )}
    </li>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Profile } from '../../../contract/profile/profile.ts'
import { removeImage, uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { showToast } from '../../ui/toast.ts'

/** One's own photo; it is sent at once, since the server may refuse its content (TRUST D9). */
export function PhotoTab({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { photoId } = profile

  async function choose(file: File) {
    setError(null)
    setProgress(0)
    const outcome = await uploadImage('photo', file, null, setProgress)
    setProgress(null)
    if (outcome.kind === 'refused') return setError(i18n._(messages[outcome.code]))
    showToast({ kind: 'saved', title: t`Your photo is saved` })
    device.kick()
  }
  async function remove() {
    if (!photoId) return
    const why = await removeImage(photoId)
    if (why) return setError(i18n._(messages[why]))
    showToast({ kind: 'saved', title: t`Your photo is removed` })
    device.kick()
  }
  return (
    <Card title={<Trans>Photo</Trans>}>
      <PhotoField
        label={t`Your photo`}
        face
        preview={photoId ? <FileImage id={photoId} size={480} alt={t`Your photo`} /> : null}
        help={<Trans>Everyone who can see your profile sees it. JPEG, PNG or WebP, up to 5 MB.</Trans>}
        error={error}
        progress={progress}
        whyDisabled={offline ? t`You need to be online to upload photos.` : null}
        onChoose={(file) => void choose(file)}
        onRemove={photoId ? () => void remove() : undefined}
      />
    </Card>
  )
}

import { Trans } from '@lingui/react/macro'
import { FileImage } from '../file/file-image.tsx'

/** A picture of an article, in the text and in the editor; without a connection its description is shown instead. */
export function ArticlePicture({ id, alt }: { id: string; alt: string }) {
  return (
    <FileImage
      id={id}
      size={2048}
      alt={alt}
      className="rich-picture-none"
      fallback={alt || <Trans>Picture, not on this device</Trans>}
    />
  )
}

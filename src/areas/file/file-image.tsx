import type { ReactNode } from 'react'
import { useImage, type Wanted } from './queries-image.ts'

type FileImageProps = Wanted & {
  /** The stored picture's id; null draws the fallback. */
  id: string | null | undefined
  /** The alternative text; empty if the name is next to it. */
  alt: string
  className?: string | undefined
  /** Shown while the picture loads, and if it cannot be loaded: initials, or a clinic's letter. */
  fallback?: ReactNode
}

/**
 * A stored picture, drawn from its bytes: its address needs the person's token, which an image element does not send.
 */
export function FileImage({ id, size, of, alt, className, fallback }: FileImageProps) {
  const image = useImage(id, { size, of })
  if (image.state === 'ready') return <img className={className} src={image.src} alt={alt} />
  return (
    <span className={className} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
      {fallback}
    </span>
  )
}

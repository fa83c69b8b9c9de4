import './avatar.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LAZY_PRELOAD } from '../../contract/kernel/constants.ts'

type LazyImageProps = {
  src: string
  alt: string
  width?: number
  height?: number
  /** Shown before the picture, and instead of it if it cannot be loaded. */
  fallback?: ReactNode
  className?: string
}

/** A picture that is fetched once it is within 1.3 screens, with one attempt (SPEC §9). */
export function LazyImage({ src, alt, width, height, fallback, className }: LazyImageProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  useEffect(() => {
    if (near || !place.current) return
    const margin = Math.round((LAZY_PRELOAD - 1) * 100)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${margin}%`,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near])

  if (near && failed !== src)
    return (
      <img
        className={className}
        src={src}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        onError={() => setFailed(src)}
      />
    )
  return (
    <span
      ref={place}
      className={className ?? 'lazy-image'}
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      style={{ width, height }}
    >
      {fallback}
    </span>
  )
}

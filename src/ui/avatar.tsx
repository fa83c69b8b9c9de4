import './avatar.css'
import { LazyImage } from './lazy-image.tsx'

/**
 * A person's picture, or the first and last initials. Decorative, since the name is next to it; without the name, set
 * `label`.
 */
export function Avatar({
  name,
  src,
  large,
  label,
}: {
  name: string
  src?: string | null
  large?: boolean
  label?: string
}) {
  return (
    <span
      className={large ? 'avatar lg' : 'avatar'}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {src ? <LazyImage src={src} alt="" fallback={initials(name)} /> : initials(name)}
    </span>
  )
}

const initials = (name: string) => {
  // Titles end in a full stop and are not part of the name: "Doç. Dr. Emre Tunçbilek" is ET.
  const words = name.split(/\s+/).filter((word) => word !== '' && !word.endsWith('.'))
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0) ?? '').join('')
}

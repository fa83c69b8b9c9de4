import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import type { DoctorDay } from './doctors-day.ts'

/** On a phone one doctor fills the page: the next by a swipe, by a button, or any by name. */
export function DoctorsPick({
  columns,
  nameOf,
  root,
}: {
  columns: readonly DoctorDay[]
  nameOf: (id: string) => string
  root: RefObject<HTMLDivElement | null>
}) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  useEffect(() => {
    const box = root.current
    if (!box) return
    const look = () => setAt(Math.round(box.scrollLeft / widthOf(box)))
    look()
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [root])
  const here = Math.min(at, columns.length - 1)
  const go = (to: number) => {
    const box = root.current
    if (box) box.scrollTo({ left: to * widthOf(box), behavior: 'instant' })
  }
  return (
    <div className="doctors-pick">
      <IconButton
        label={t`Previous doctor`}
        icon={<ChevronLeft />}
        whyDisabled={here > 0 ? null : t`This is the first doctor.`}
        onClick={() => go(here - 1)}
      />
      <NativeSelect
        aria-label={t`Doctor`}
        value={columns[here]?.id ?? ''}
        onChange={(event) => go(columns.findIndex(({ id }) => id === event.target.value))}
      >
        {columns.map(({ id }) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </NativeSelect>
      <IconButton
        label={t`Next doctor`}
        icon={<ChevronRight />}
        whyDisabled={here < columns.length - 1 ? null : t`This is the last doctor.`}
        onClick={() => go(here + 1)}
      />
    </div>
  )
}

/** One column's; the hours beside it stay. */
const widthOf = (box: Element) => box.querySelector('[data-doctor]')?.getBoundingClientRect().width || 1

import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
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
  /** The column that a button or a name asked for, until the page stands there or is moved by hand. */
  const requested = useRef<number | null>(null)
  useEffect(() => {
    const box = root.current
    if (!box) return
    const shown = () => Math.round(box.scrollLeft / widthOf(box))
    const look = () => setAt(requested.current ?? shown())
    const settle = () => {
      // a swipe that was still on its way has gone on to its own column
      if (requested.current !== null && requested.current !== shown()) return showColumn(box, requested.current)
      requested.current = null
    }
    const release = () => (requested.current = null)
    look()
    const passive = { passive: true }
    const listeners = [
      ['scroll', look],
      ['scrollend', settle],
      ['pointerdown', release],
      ['wheel', release],
      ['focusin', release],
    ] as const
    for (const [event, hear] of listeners) box.addEventListener(event, hear, passive)
    return () => {
      for (const [event, hear] of listeners) box.removeEventListener(event, hear)
    }
  }, [root])
  const column = Math.min(at, columns.length - 1)
  const go = (to: number) => {
    const box = root.current
    if (!box) return
    requested.current = to
    setAt(to)
    showColumn(box, to)
  }
  return (
    <div className="doctors-pick">
      <IconButton
        label={t`Previous doctor`}
        icon={<ChevronLeft />}
        whyDisabled={column > 0 ? null : t`This is the first doctor.`}
        onClick={() => go(column - 1)}
      />
      <NativeSelect
        aria-label={t`Doctor`}
        value={columns[column]?.id ?? ''}
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
        whyDisabled={column < columns.length - 1 ? null : t`This is the last doctor.`}
        onClick={() => go(column + 1)}
      />
    </div>
  )
}

const showColumn = (box: Element, index: number) => box.scrollTo({ left: index * widthOf(box), behavior: 'instant' })

/** One column's; the hours beside it stay. */
const widthOf = (box: Element) => box.querySelector('[data-doctor]')?.getBoundingClientRect().width || 1

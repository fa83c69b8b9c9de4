import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from '../../ui/classes.ts'

/** A bar: its value and that of the period before, in the axis' unit; null where there was nothing to count. */
export type PictureBar = {
  readonly id: string
  readonly name: string
  readonly value: number | null
  readonly before: number | null
  /** The value in words, as at the end of the bar. */
  readonly words: string
  /** All of it in one sentence, for who reads bar by bar. */
  readonly sentence: string
}

/**
 * Lying bars with an axis below, as plain SVG that is as wide as its place, so that letters keep their size. The period before is a mark across the bar, told
 * by its shape. The bars are one stop of the keyboard: arrows, Home and End go from bar to bar.
 */
export function BarPicture({
  title,
  description,
  bars,
  ticks,
  tickWord,
}: {
  title: string
  description: string
  bars: readonly PictureBar[]
  ticks: readonly number[]
  tickWord: (tick: number) => string
}) {
  const id = useId()
  const [at, setAt] = useState(0)
  const rows = useRef<(SVGGElement | null)[]>([])
  const end = ticks.at(-1)!
  const stop = Math.min(at, bars.length - 1)
  const foot = bars.length * ROW
  const across = (value: number) => `${(Math.min(value, end) / end) * 100}%`

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowDown: stop + 1,
      ArrowRight: stop + 1,
      ArrowUp: stop - 1,
      ArrowLeft: stop - 1,
      Home: 0,
      End: bars.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const row = Math.max(0, Math.min(bars.length - 1, next))
    setAt(row)
    rows.current[row]?.focus()
  }

  return (
    <svg className="figure-plot" width="100%" height={foot + AXIS} role="group" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description}</desc>
      <g aria-hidden="true">
        {ticks.map((tick) => (
          <line key={tick} className="figure-grid" x1={across(tick)} x2={across(tick)} y1={0} y2={foot} />
        ))}
        <line className="figure-axis" x1="0" x2="100%" y1={foot} y2={foot} />
        {ticks.map((tick, n) => (
          <text
            key={tick}
            className="figure-tick"
            x={across(tick)}
            y={foot + 16}
            textAnchor={n === 0 ? 'start' : n === ticks.length - 1 ? 'end' : 'middle'}
          >
            {tickWord(tick)}
          </text>
        ))}
      </g>
      {bars.map((bar, n) => (
        <g
          key={bar.id}
          ref={(row) => void (rows.current[n] = row)}
          className="figure-bar"
          role="img"
          aria-label={bar.sentence}
          tabIndex={n === stop ? 0 : -1}
          onKeyDown={onKeyDown}
          onFocus={() => setAt(n)}
        >
          <rect className="figure-ring" x="1" y={n * ROW + 1} width="100%" height={ROW - 2} />
          {/* a name that is too long ends where the value begins */}
          <svg x="0" y={n * ROW} width="56%" height="24" aria-hidden="true">
            <text className="figure-name" x="4" y="17">
              {bar.name}
            </text>
          </svg>
          <text
            className={classes('figure-value', bar.value === null && 'none')}
            x="100%"
            dx="-4"
            y={n * ROW + 17}
            textAnchor="end"
          >
            {bar.words}
          </text>
          {bar.value !== null && (
            <rect className="figure-fill" x="0" y={n * ROW + 25} width={across(bar.value)} height="10" />
          )}
          {bar.before !== null && (
            <>
              <line
                className="figure-before-edge"
                x1={across(bar.before)}
                x2={across(bar.before)}
                y1={n * ROW + 22}
                y2={n * ROW + 38}
              />
              <line
                className="figure-before"
                x1={across(bar.before)}
                x2={across(bar.before)}
                y1={n * ROW + 22}
                y2={n * ROW + 38}
              />
            </>
          )}
        </g>
      ))}
    </svg>
  )
}

const ROW = 44
const AXIS = 24

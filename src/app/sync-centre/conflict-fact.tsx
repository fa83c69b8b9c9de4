import { Trans, useLingui } from '@lingui/react/macro'
import type { Differing } from './conflict-facts.ts'
import { wordDiff } from './word-diff.ts'

export type Side = 'mine' | 'theirs'
export type Fact = Differing & {
  readonly label: string
  readonly hint: string | null
  readonly values: Readonly<Record<Side, string>>
}

/** One fact of a conflict: both values next to each other, differing words underlined, one to be chosen. */
export function FactRow({
  fact,
  where,
  locked,
  chosen,
  onChoose,
}: {
  fact: Fact
  /** Who entered the value and when, on either side. */
  where: Readonly<Record<Side, string>>
  /** True if this device's value is not possible any more. */
  locked: boolean
  chosen: Side | undefined
  onChoose: (side: Side) => void
}) {
  const { t } = useLingui()
  const { mine, theirs } = fact.values
  return (
    <div className="cf" role="radiogroup" aria-label={fact.label}>
      <div className="cf-name">
        <b>{fact.label}</b>
        {fact.hint ? <span className="dim">{fact.hint}</span> : null}
      </div>
      {(['mine', 'theirs'] as const).map((side) => (
        <label className="cf-side" key={side}>
          <input
            type="radio"
            name={fact.name}
            aria-label={side === 'mine' ? t`On this device: ${mine}` : t`On the server: ${theirs}`}
            disabled={side === 'mine' && locked}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span>
            <span className="cf-where">
              {side === 'mine' ? (
                <Trans>On this device: {where.mine}</Trans>
              ) : (
                <Trans>On the server: {where.theirs}</Trans>
              )}
            </span>
            <span className="cf-value">
              {wordDiff(fact.values[side], fact.values[side === 'mine' ? 'theirs' : 'mine']).map((piece, i) =>
                piece.differs ? <mark key={i}>{piece.text}</mark> : piece.text,
              )}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

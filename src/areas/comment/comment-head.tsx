import './comment.css'
import { Plural, useLingui } from '@lingui/react/macro'
import { type Comment } from '../../../contract/comment/comment.ts'
import { RATES } from '../../../contract/comment/comment.lists.ts'
import { histogramOf, summaryOf } from '../../../contract/comment/comment.rules.ts'
import { formatMean, formatPercent } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Stars } from '../../ui/stars.tsx'

/**
 * The mean of the stars and their distribution, a chart that is its own table; each bar filters by its stars (SCREENS
 * B13).
 */
export function CommentHead({
  comments,
  rate,
  onRate,
}: {
  comments: readonly Pick<Comment, 'rate'>[]
  rate: Comment['rate'] | undefined
  onRate: (rate: Comment['rate'] | undefined) => void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const histogram = histogramOf(comments)
  const { count, average } = summaryOf(histogram)
  if (average === null) return null
  const most = Math.max(...histogram)
  return (
    <section className="card comment-head" aria-label={t`How patients have rated`}>
      <div className="comment-mean">
        <span className="comment-big">{formatMean(average, language)}</span>
        <Stars value={RATES.find((each) => each === Math.round(average)) ?? 1} />
        <span className="dim sm">
          <Plural value={count} one="# comment" other="# comments" />
        </span>
      </div>
      <table className="comment-bars" aria-label={t`Comments by stars`}>
        <tbody>
          {RATES.toReversed().map((stars) => {
            const n = histogram[stars - 1] ?? 0
            const share = Math.round((n / count) * 100)
            return (
              <tr key={stars}>
                <th scope="row">
                  <button
                    type="button"
                    className="nowrap"
                    aria-pressed={rate === stars}
                    onClick={() => onRate(rate === stars ? undefined : stars)}
                  >
                    <Plural value={stars} one="# star" other="# stars" />
                  </button>
                </th>
                <td className="comment-bar" aria-hidden="true">
                  <i style={{ width: `${(n / most) * 100}%` }} />
                </td>
                <td className="end nowrap">{n}</td>
                <td className="end nowrap dim">{formatPercent(share, language)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

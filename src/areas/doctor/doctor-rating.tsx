import { Plural } from '@lingui/react/macro'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { formatMean } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'

/** "★ 4.7 (12)", with the number of comments aloud; nothing for a doctor whom no one has rated. */
export function DoctorRating({ doctor: { rating, ratings = 0 } }: { doctor: Pick<Doctor, 'rating' | 'ratings'> }) {
  const language = useLanguage()
  if (rating === undefined || rating === null) return null
  return (
    <span className="sm doctor-rating">
      <span aria-hidden="true">★</span> {formatMean(rating, language)}{' '}
      <span className="dim" aria-hidden="true">
        ({ratings})
      </span>
      <span className="vh">
        <Plural value={ratings} one="# comment" other="# comments" />
      </span>
    </span>
  )
}

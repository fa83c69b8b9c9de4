import '../visittype/visittype.css'
import { Link } from '@tanstack/react-router'
import { ClockAlert } from 'lucide-react'
import { memo } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { VisitColour } from '../../../contract/visittype/visittype.ts'
import type { VisitState } from '../../ui/bead-states.ts'
import type { MenuItems } from '../../ui/menu-items.ts'
import { holdActs } from '../../ui/row-keys.ts'
import type { RowMark } from '../../ui/table-props.ts'

/** What a piece shows, in words and numbers alone: it is drawn again when one of them is another. Lengths are of CSS. */
type PieceProps = {
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly top: string
  readonly height: string
  readonly left: string
  readonly width: string
  readonly type: Appointment['type']
  /** Its type's colour; undefined without a type. The label names the type. */
  readonly colour: VisitColour | undefined
  readonly state: VisitState
  readonly mark: RowMark | null
  /** It cannot be moved any more. */
  readonly fixed: boolean
  readonly name: string
  /** No room for a second line: null. */
  readonly time: string | null
  /** How late, in short; null: in time. */
  readonly late: string | null
  /** All of it, as readers hear it. */
  readonly label: string
  readonly actsOf: (id: string) => MenuItems
}

/** An appointment in a doctor's column: a way to it, a piece to be dragged, and a row to the keys of lists (row-keys.ts). */
export const DoctorsPiece = memo(function Piece(props: PieceProps) {
  const { id, at, top, height, left, width, type, colour, state, mark, fixed, name, time, late, label, actsOf } = props
  return (
    <li className="doctors-place" style={{ top, height, left, width }}>
      <Link
        to="/appointment/$id"
        params={{ id }}
        className="week-visit"
        data-type={type}
        data-colour={colour}
        data-state={state}
        data-mark={mark ?? undefined}
        data-piece=""
        data-row-menu=""
        data-visit={id}
        data-at={at}
        data-fixed={fixed || undefined}
        tabIndex={-1}
        title={label}
        ref={(link: HTMLAnchorElement | null) => holdActs(link, actsOf(id))}
      >
        <b aria-hidden="true" className="beaded" data-tone={state}>
          {name}
        </b>
        {(time || late) && (
          <span aria-hidden="true" className="week-time">
            {time}{' '}
            {late && (
              <span className="doctors-late">
                <ClockAlert size={12} /> {late}
              </span>
            )}
          </span>
        )}
        <span className="vh">{label}</span>
      </Link>
    </li>
  )
})

/** A time that is no one's: pressed, it is booked. */
export const FreePiece = memo(function Free({
  at,
  top,
  height,
  time,
  label,
}: {
  at: number
  top: string
  height: string
  time: string
  label: string
}) {
  return (
    <li className="doctors-place" style={{ top, height }}>
      <button
        type="button"
        className="doctors-free"
        data-piece=""
        data-free=""
        data-at={at}
        tabIndex={-1}
        aria-label={label}
      >
        {time}
      </button>
    </li>
  )
})

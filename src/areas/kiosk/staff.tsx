import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { Digits, NumberPad } from './number-pad.tsx'
import { isPin, PIN_LENGTH } from './pin.ts'
import type { List } from './list.ts'
import type { Tablet } from './store.ts'
import { useTyped } from './use-typed.ts'

/** Asks for the PIN chosen when the tablet was set up; a wrong one counts as a wrong attempt. */
export function AskPin({
  tablet,
  onRight,
  onWrong,
  onBack,
}: {
  tablet: Tablet
  onRight: () => void
  onWrong: () => void
  onBack: () => void
}) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState(false)
  const { typed, add, remove } = useTyped(PIN_LENGTH, (pin, clear) => {
    void isPin(pin, tablet.pin).then((right) => {
      setWrong(!right)
      clear()
      if (right) onRight()
      else onWrong()
    })
  })
  return (
    <>
      <div className="kiosk-side">
        <h1>
          <Trans>Staff: your PIN</Trans>
        </h1>
        <Digits typed={typed} length={PIN_LENGTH} hidden label={t`PIN`} />
        <p role="alert">{wrong && <Trans>That is not the PIN.</Trans>}</p>
      </div>
      <NumberPad onDigit={add} onDelete={remove} onBack={onBack} />
    </>
  )
}

/** Today's list as the tablet knows it, and the end of check-in (rule 73). */
export function Staff({
  list,
  unsent,
  onEnd,
  onBack,
}: {
  list: List | null
  unsent: number
  onEnd: () => void
  onBack: () => void
}) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <h1>
        <Trans>Today</Trans>
      </h1>
      {list && list.visits.length > 0 ? (
        <div className="kiosk-list">
          <Table
            label={t`Today`}
            rows={list.visits}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'time',
                head: <Trans>Time</Trans>,
                cell: ({ start }) => formatTime(start, list.zone),
                card: 'time',
              },
              { id: 'patient', head: <Trans>Patient</Trans>, cell: ({ name }) => <b>{name}</b>, card: 'title' },
              { id: 'doctor', head: <Trans>Doctor</Trans>, cell: ({ doctorName }) => doctorName, card: 'detail' },
              {
                id: 'arrived',
                head: <Trans>Arrived</Trans>,
                cell: ({ arrivedAt }) => (arrivedAt ? formatTime(arrivedAt, list.zone) : '–'),
                card: 'status',
              },
            ]}
          />
        </div>
      ) : (
        <p>{list ? <Trans>No one else is expected today.</Trans> : <Trans>Today’s list has not come yet.</Trans>}</p>
      )}
      <div className="kiosk-row">
        <Button onClick={onBack}>
          <Trans>Back to check-in</Trans>
        </Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          <Trans>End check-in on this tablet</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>End check-in on this tablet?</Trans>}
        keep={<Trans>Keep it going</Trans>}
        act={<Trans>End check-in</Trans>}
        onConfirm={onEnd}
      >
        {unsent > 0 ? (
          <Plural
            value={unsent}
            one="# check-in has not been sent. Connect the tablet first, or reception will not see it."
            other="# check-ins have not been sent. Connect the tablet first, or reception will not see them."
          />
        ) : (
          <Trans>Today’s list is removed from this device. To start again, a member of the clinic signs in here.</Trans>
        )}
      </ConfirmDialog>
    </>
  )
}

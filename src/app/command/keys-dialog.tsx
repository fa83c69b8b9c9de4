import './command.css'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useDevice } from '../../screen/device.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { areKeysOn, setKeysOn } from './keys-setting.ts'

/** The single keys and what they do, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { person } = useDevice()
  const [on, setOn] = useState(areKeysOn)
  const isStaff = person.type !== 'patient'
  const rows: readonly (readonly [readonly string[], ReactNode] | null)[] = [
    [[isMac() ? '⌘' : 'Ctrl', 'K'], <Trans key="k">Search everywhere</Trans>],
    [['↑', '↓'], <Trans key="a">To the row above or below in a list</Trans>],
    isStaff ? [['C'], <Trans key="c">Check in the patient in the focused row</Trans>] : null,
    isStaff ? [['P'], <Trans key="p">Take the payment</Trans>] : null,
    [['M'], <Trans key="m">Reschedule</Trans>],
    isStaff ? [['X'], <Trans key="x">Select the row, or clear the selection</Trans>] : null,
    [['N'], <Trans key="n">New appointment; in the patient list, a new patient</Trans>],
    [['T'], <Trans key="t">Today</Trans>],
    [['?'], <Trans key="h">Show this list</Trans>],
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Keyboard shortcuts</Trans>}
      description={<Trans>They do nothing while you type.</Trans>}
    >
      <Checkbox
        checked={on}
        help={<Trans>For this device. Ctrl K and ⌘ K always work.</Trans>}
        onChange={({ target }) => {
          setOn(target.checked)
          setKeysOn(target.checked)
        }}
      >
        <Trans>Use single-key shortcuts</Trans>
      </Checkbox>
      <dl className="keys">
        {rows
          .filter((row) => row !== null)
          .flatMap(([keys, words]) => [
            <dt key={keys.join()}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>,
            <dd key={`${keys.join()} words`}>{words}</dd>,
          ])}
      </dl>
    </Dialog>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

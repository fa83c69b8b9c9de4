import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, CalendarSync, CircleCheck, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Chips, FilterChip } from '../../ui/chip.tsx'
import { Dialog, Sheet } from '../../ui/dialog.tsx'
import { FilterSheet } from '../../ui/filter-sheet.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'
import { Part } from './part.tsx'

type Open = 'cancel' | 'complete' | 'dialog' | 'sheet' | null

/** What floats above the page. */
export function Floating() {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>(null)
  const [arrived, setArrived] = useState(true)
  const close = () => setOpen(null)
  return (
    <Part
      title={<Trans>What floats</Trans>}
      help={<Trans>Dialog 500 ms, message 5 s, both without motion if you wish.</Trans>}
    >
      <div className="row wrap">
        <Button onClick={() => setOpen('cancel')}>
          <Trans>Ask with a reason</Trans>
        </Button>
        <Button onClick={() => setOpen('complete')}>
          <Trans>Ask</Trans>
        </Button>
        <Button onClick={() => setOpen('dialog')}>
          <Trans>Dialog</Trans>
        </Button>
        <Button onClick={() => setOpen('sheet')}>
          <Trans>Sheet</Trans>
        </Button>
        <FilterSheet count={1}>
          <Chips label={t`Filters`}>
            <FilterChip on={arrived} onToggle={() => setArrived(!arrived)}>
              <Trans>Arrived</Trans>
            </FilterChip>
          </Chips>
        </FilterSheet>
        <Menu
          align="start"
          items={[
            { id: 'complete', icon: <CircleCheck />, label: t`Complete`, onSelect: () => setOpen('complete') },
            {
              id: 'move',
              icon: <CalendarSync />,
              label: t`Reschedule`,
              whyDisabled: t`Moved twice already.`,
              onSelect: () => {},
            },
            {
              id: 'cancel',
              icon: <Ban />,
              label: t`Cancel the visit`,
              danger: true,
              onSelect: () => setOpen('cancel'),
            },
          ]}
        >
          <Button>
            <Ellipsis />
            <Trans>Menu</Trans>
          </Button>
        </Menu>
      </div>
      <div className="row wrap">
        <Button onClick={() => showToast({ title: t`Process completed`, text: t`A plain message, the default.` })}>
          <Trans>Message</Trans>
        </Button>
        <Button onClick={() => showToast({ kind: 'saved', title: t`Saved`, text: t`Visit on 23.11.2026, 09:20` })}>
          <Trans>Saved</Trans>
        </Button>
        <Button
          onClick={() =>
            showToast({
              kind: 'on-device',
              title: t`Saved on this device`,
              text: t`Sent as soon as there is a network.`,
              action: { label: t`Undo`, onSelect: () => showToast({ title: t`Undone` }) },
            })
          }
        >
          <Trans>On this device</Trans>
        </Button>
        <Button
          onClick={() => showToast({ kind: 'failed', title: t`Not sent`, text: t`12:00 has been taken meanwhile.` })}
        >
          <Trans>Not sent</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={open === 'cancel'}
        onOpenChange={close}
        danger
        title={<Trans>Cancel Annegret Zwingenberger’s visit?</Trans>}
        keep={<Trans>Keep the visit</Trans>}
        act={<Trans>Cancel the visit</Trans>}
        reason={{
          label: <Trans>Reason</Trans>,
          required: true,
          options: [t`Doctor is ill`, t`The patient asked for it`],
        }}
        onConfirm={(reason) => showToast({ kind: 'on-device', title: t`Saved on this device`, text: reason })}
      >
        <Trans>
          Friday, 20.11.2026, 11:20. The 85,00 € go back to her wallet. She gets an SMS at once. This cannot be undone.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'complete'}
        onOpenChange={close}
        title={<Trans>Complete Jürgen Großmann’s visit?</Trans>}
        keep={<Trans>Not yet</Trans>}
        act={<Trans>Complete the visit</Trans>}
        onConfirm={() => showToast({ kind: 'saved', title: t`Saved` })}
      >
        <Trans>Friday, 20.11.2026, 11:00. The doctor earns 72,25 €. No message is sent.</Trans>
      </ConfirmDialog>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title={<Trans>Bank transfer</Trans>}
        footer={
          <Button look="primary" onClick={close}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <Trans>DE89 3704 0044 0532 0130 00, until 22.11.2026 11:00</Trans>
      </Dialog>
      <Sheet
        open={open === 'sheet'}
        onOpenChange={close}
        title={<Trans>My changes</Trans>}
        footer={
          <Button onClick={close}>
            <Trans>Send now</Trans>
          </Button>
        }
      >
        <Trans>Completed visit, Ayşe Karaosmanoğlu, 09:40</Trans>
      </Sheet>
    </Part>
  )
}

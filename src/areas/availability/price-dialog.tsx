import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { setPrice } from './commands.ts'
import type { ShownHours } from './queries.ts'

/** Changes the price of future bookings (rule 21). */
export function PriceDialog({ hours, name, onClose }: { hours: ShownHours; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const save = useSaySaved()
  const [price, setTyped] = useState<number | null>(hours.price)
  const [missing, setMissing] = useState(false)
  async function submit(event: React.FormEvent) {
    event.preventDefault()
    if (price === null) return setMissing(true)
    if (price === hours.price || (await save(() => setPrice(device, hours.id, price), t`New price: ${name}`))) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Price of {name}</Trans>}
      description={<Trans>Existing appointments keep their price.</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={<Trans>Price in {hours.currency.toUpperCase()}</Trans>}
          required
          error={missing && price === null ? t`Enter an amount such as 1250.00.` : null}
        >
          <MoneyInput value={price} onChange={setTyped} />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Keep the price</Trans>
          </Button>
          <Button type="submit" look="primary">
            <Trans>Change the price</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

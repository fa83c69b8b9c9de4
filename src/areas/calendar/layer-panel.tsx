import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { StateWord } from '../../ui/badge.tsx'
import { Bead } from '../../ui/bead.tsx'
import { LAYERS, type Layer } from './layers.ts'
import type { CalendarState } from './state.ts'

/**
 * The legend of the calendar, whose layers can be switched off; below it, what the colours and dashes of a visit mean.
 */
export function LayerPanel({ state }: { state: CalendarState }) {
  return (
    <Card title={<Trans>Layers</Trans>} className="no-print">
      <LayerSwitches state={state} />
    </Card>
  )
}

/** The same without a card, for a sheet. */
export function LayerSwitches({ state }: { state: CalendarState }) {
  return (
    <>
      <ul className="cal-legend">
        {LAYERS.map((layer) => (
          <li key={layer}>
            <Switch checked={!state.off.has(layer)} onChange={() => state.toggle(layer)}>
              <span className={`cal-swatch ${SWATCHES[layer]}`} aria-hidden="true" /> <LayerWord layer={layer} />
            </Switch>
          </li>
        ))}
      </ul>
      <ul className="cal-legend cal-legend-states">
        {STATES.map((name) => (
          <li key={name}>
            <span className={`cal-swatch cal-event cal-visit cal-face-to-face cal-state-${name}`} aria-hidden="true" />{' '}
            <Bead shape={name} toned /> <StateWord state={name} />
          </li>
        ))}
        <li>
          <span
            className="cal-swatch cal-event cal-visit cal-face-to-face cal-state-waiting cal-waiting"
            aria-hidden="true"
          />{' '}
          <Trans>Changed on this device, not sent yet</Trans>
        </li>
      </ul>
    </>
  )
}

const STATES = ['waiting', 'arrived', 'completed', 'to-close', 'no-show', 'cancelled', 'tentative'] as const
const SWATCHES: Readonly<Record<Layer, string>> = {
  'face-to-face': 'cal-event cal-visit cal-face-to-face cal-state-waiting',
  online: 'cal-event cal-visit cal-online cal-state-waiting',
  cancelled: 'cal-event cal-visit cal-state-cancelled',
  imported: 'cal-event cal-busy',
  closed: 'cal-event cal-busy cal-closed',
  hours: 'cal-swatch-hours',
}

function LayerWord({ layer }: { layer: Layer }) {
  switch (layer) {
    case 'face-to-face':
      return <Trans context="visit">Face to face</Trans>
    case 'online':
      return <Trans context="visit">Online</Trans>
    case 'cancelled':
      return <Trans>Cancelled appointments</Trans>
    case 'imported':
      return <Trans>Busy in other calendars</Trans>
    case 'closed':
      return <Trans>Times you closed</Trans>
    case 'hours':
      return <Trans>Availability hours</Trans>
  }
}

import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/chip.tsx'
import { brandOf } from '../../ui/brand.ts'
import { Part } from './part.tsx'
import { BRANDS } from './samples.ts'

/** Type, brands and colours. */
export function Ground() {
  return (
    <>
      <Part title={<Trans>Type</Trans>}>
        <div className="gallery-type">
          {SIZES.map(([name, size, text]) => (
            <TypeRow key={name} name={name} size={size} text={text} />
          ))}
        </div>
      </Part>
      <Part
        title={<Trans>Brand</Trans>}
        help={<Trans>Two numbers per clinic: hue and chroma. Lightness is ours.</Trans>}
      >
        <div className="gallery-brands">
          {BRANDS.map(({ name, colour }) => {
            const brand = brandOf(colour)
            const style = { '--brand-h': brand?.hue, '--brand-c': brand?.chroma }
            return (
              // React's style type knows no custom properties.
              <div key={name} data-brand style={style as React.CSSProperties}>
                <span className="row">
                  <span className="gallery-mark" aria-hidden="true">
                    {name.charAt(0)}
                  </span>
                  <b>{name}</b>
                </span>
                <Button look="primary" small>
                  <Trans>Book a visit</Trans>
                </Button>
                <FilterChip on onToggle={() => {}}>
                  <Trans>Today</Trans>
                </FilterChip>
                <a href="#brand" className="sm">
                  <Trans>Learn more</Trans>
                </a>
              </div>
            )
          })}
        </div>
      </Part>
      <Part title={<Trans>Colours</Trans>}>
        <div className="gallery-swatches">
          {NEUTRALS.map((name) => (
            <span key={name}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
        <div className="gallery-swatches">
          {STATUSES.map((name) => (
            <span key={name}>
              <i>
                {['soft', 'edge', 'ink'].map((part) => (
                  <i key={part} style={{ background: `var(--${name}-${part})` }} />
                ))}
              </i>
              {name}
            </span>
          ))}
        </div>
      </Part>
    </>
  )
}

function TypeRow({ name, size, text }: { name: string; size: string; text: string }) {
  return (
    <>
      <span className="xs dim">{name}</span>
      <span
        className={size === 'xs' ? 'narrow strong' : undefined}
        style={{
          fontSize: `var(--text-${size})`,
          lineHeight: `var(--lead-${size})`,
          fontWeight: size.endsWith('xl') ? 'var(--weight-head)' : undefined,
          letterSpacing: size === '3xl' ? '-0.03em' : undefined,
        }}
      >
        {text}
      </span>
    </>
  )
}

const SIZES = [
  ['3xl 40/48', '3xl', '1.234,50 ₺  11:30'],
  ['2xl 28/36', '2xl', 'Wiedervorstellung am Freitag'],
  ['xl 21/28', 'xl', 'Işıl Öztürkoğlu, Göğüs Hastalıkları'],
  ['lg 17/24', 'lg', 'Запись к врачу-оториноларингологу подтверждена'],
  ['md 15/24', 'md', 'Mund-, Kiefer- und Gesichtschirurgie · Il1 0O · № 48213 · 08:40–09:00'],
  ['sm 13/20', 'sm', 'Vorsorgeuntersuchung für Kinder und Jugendliche, Einverständniserklärung liegt vor'],
  ['xs 12/16, 88 %', 'xs', 'Krankenversicherungsnummer · Değerlendirilmeyenler · Госпитализация'],
] as const

const NEUTRALS = [
  'bg',
  'surface',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'ink-3',
  'ink-2',
  'ink',
  'accent',
  'accent-soft',
  'accent-edge',
] as const
const STATUSES = [
  'waiting',
  'arrived',
  'completed',
  'cancelled',
  'to-close',
  'pending',
  'conflict',
  'failed',
  'offline',
] as const

import './tabs.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { Menu } from 'radix-ui/internal'
import { type ReactNode, useEffect, useRef } from 'react'
import { MenuButton } from './menu-button.tsx'

export type Tab = { id: string; label: ReactNode; count?: number; content: ReactNode }

const MOST = 6

/** Parts of one record. Labels with counts in grey; from the seventh on they are in a menu (LOOKS "Tabs"). */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
}) {
  const { t } = useLingui()
  const shown = tabs.length <= MOST ? tabs : tabs.slice(0, MOST - 1)
  const rest = tabs.slice(shown.length)
  const chosen = rest.find(({ id }) => id === value)
  const list = useRef<HTMLDivElement>(null)
  // on a phone the chosen tab may be beyond the edge, and others may be inserted before it later
  const order = [...shown, chosen].map((tab) => tab?.id).join(' ')
  useEffect(() => {
    const held = list.current
    const tab = order.includes(value) && held?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (held && tab) held.scrollLeft = tab.offsetLeft - (held.clientWidth - tab.clientWidth) / 2
  }, [value, order])
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className="tabs">
        <Radix.List ref={list} className="tabs-list" aria-label={label}>
          {(chosen ? [...shown, chosen] : shown).map((tab) => (
            <Radix.Trigger key={tab.id} value={tab.id} data-tab={tab.id} className="tab">
              <TabWords tab={tab} />
            </Radix.Trigger>
          ))}
        </Radix.List>
        {rest.length > 0 && (
          <MenuButton
            align="end"
            button={
              // tabs may be inside a tab, each with an overflow menu
              <button type="button" className="tab" aria-label={t`More: ${label}`}>
                <Trans>More</Trans>
                <ChevronDown />
              </button>
            }
          >
            {rest.map((tab) => (
              <Menu.Item key={tab.id} className="menu-item" onSelect={() => onChange(tab.id)}>
                <TabWords tab={tab} />
              </Menu.Item>
            ))}
          </MenuButton>
        )}
      </div>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="tab-content">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function TabWords({ tab: { label, count } }: { tab: Tab }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="tab-count">{count}</span>}
    </>
  )
}

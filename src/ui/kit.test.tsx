// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { setClockOffset, useMinute } from './minute-clock.ts'
import { ProgressBar } from './progress-bar.tsx'
import { RelativeTime } from './relative-time.tsx'
import { SyncChip } from './sync-chip.tsx'
import type { Sort } from './table-props.ts'
import { Table } from './table.tsx'
import { byRole, click, render } from './testing.tsx'

describe('Button', () => {
  it('a disabled one stays focusable, explains why and does nothing', async () => {
    const onClick = vi.fn<() => void>()
    await render(
      <Button whyDisabled="Needs a connection." onClick={onClick}>
        Pay
      </Button>,
    )
    const button = byRole('button', 'Pay')
    await click(button)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Needs a connection.',
    )
    expect(onClick).not.toHaveBeenCalled()
  })
})

describe('SyncChip', () => {
  const none = { offline: false, waiting: 0, conflicts: 0, failed: 0, savedAt: '11:14', onOpen: () => {} }
  it.each([
    [{ ...none, offline: true, waiting: 3, conflicts: 2, failed: 1 }, 'failed', '1 not sent'],
    [{ ...none, offline: true, waiting: 3, conflicts: 2 }, 'conflict', '2 need your decision'],
    [{ ...none, waiting: 3 }, 'pending', '3 waiting to send'],
    [{ ...none, offline: true, waiting: 3 }, 'offline', '3 waiting'],
    [{ ...none, offline: true }, 'offline', 'Offline'],
    [none, 'saved', 'All saved, 11:14'],
  ])('%o is shown as %s', async (props, tone, words) => {
    await render(<SyncChip {...props} />)
    expect(byRole('button').dataset['tone']).toBe(tone)
    expect(byRole('button').textContent).toContain(words)
  })
})

describe('ProgressBar', () => {
  it.each([-1, 100.5, Number.NaN])('refuses %d (SPEC §5)', async (value) => {
    await expect(render(<ProgressBar label="Upload" value={value} />)).rejects.toThrow(RangeError)
  })
  it('shows values in between', async () => {
    await render(<ProgressBar label="Upload" value={72.9} />)
    expect(document.querySelector('progress')?.value).toBe(72.9)
    expect(document.body.textContent).toContain('72%')
  })
})

describe('RelativeTime', () => {
  it('one timer updates it every minute', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') })
    try {
      const at = '2026-11-20T09:57:00Z'
      await render([<RelativeTime key="a" at={at} zone="UTC" />, <RelativeTime key="b" at={at} zone="UTC" />])
      expect(document.body.textContent).toBe('3 min ago3 min ago')
      expect(vi.getTimerCount()).toBe(1)
      await act(() => vi.advanceTimersByTime(60_000))
      expect(document.body.textContent).toBe('4 min ago4 min ago')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('useMinute', () => {
  it.each([
    [2000, 1],
    [60_000, 2],
  ])('updates at once only if it is stale (%d ms: %d times)', async (age, times) => {
    const drawn: number[] = []
    const Shows = () => void drawn.push(useMinute())
    vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00Z') })
    try {
      setClockOffset(0)
      vi.setSystemTime(Date.now() + age)
      await render(<Shows />)
      expect(drawn.length).toBe(times)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('Table', () => {
  const columns = [{ id: 'name', head: 'Name', sorts: true, cell: (row: { name: string }) => row.name }]
  it('sorts ascending first, then descending, and says which', async () => {
    const onSort = vi.fn<(sort: Sort) => void>()
    const rows = [{ name: 'Işıl' }]
    await render(
      <Table
        label="People"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        sort={{ column: 'name', descending: false }}
        onSort={onSort}
      />,
    )
    expect(document.querySelector('th')?.getAttribute('aria-sort')).toBe('ascending')
    await click(byRole('button', 'Name'))
    expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: 'name', descending: true })
  })
})

describe('Avatar', () => {
  it.each([
    ['Doç. Dr. Emre Tunçbilek', 'ET'],
    ['Gülsüm', 'G'],
    ['Karl-Friedrich Schönhuber-Wiedemann', 'KS'],
  ])('%s is shown as %s', async (name, initials) => {
    await render(<Avatar name={name} />)
    expect(document.body.textContent).toBe(initials)
  })
})

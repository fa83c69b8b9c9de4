// @vitest-environment happy-dom
import { act, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'
import { byRole, click, press, render, type } from './testing.tsx'

function Sample(props: Partial<ConfirmDialogProps>) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Cancel Annegret Zwingenberger’s visit?"
      keep="Keep the visit"
      act="Cancel the visit"
      onConfirm={() => {}}
      {...props}
    >
      The 85,00 € go back.
    </ConfirmDialog>
  )
}

const isOpen = () => document.querySelector('[role=dialog]') !== null
const reason = { label: 'Reason', required: true }

describe('ConfirmDialog', () => {
  it('names the record, and Escape cancels', async () => {
    const onConfirm = vi.fn<(reason: string) => void>()
    await render(<Sample onConfirm={onConfirm} />)
    const dialog = byRole('dialog')
    expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toContain('Annegret')
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toContain('85,00 €')
    await press('Escape')
    expect(isOpen()).toBe(false)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('acts only when the requested word was typed', async () => {
    const onConfirm = vi.fn<(reason: string) => void>()
    await render(<Sample typed="discard" onConfirm={onConfirm} />)
    const box = byRole<HTMLInputElement>('textbox')
    await type(box, 'discar')
    await click(byRole('button', 'Cancel the visit'))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box)
    await type(box, ' Discard ')
    await click(byRole('button', 'Cancel the visit'))
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(isOpen()).toBe(false)
  })

  it('asks for a missing reason in place, then acts once with the trimmed one', async () => {
    const onConfirm = vi.fn<(reason: string) => void>()
    await render(<Sample reason={reason} onConfirm={onConfirm} />)
    const box = byRole<HTMLTextAreaElement>('textbox')
    await click(byRole('button', 'Cancel the visit'))
    expect(onConfirm).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(box)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(document.body.textContent).toContain('Give a reason.')
    await type(box, '  Doctor is ill ')
    await click(byRole('button', 'Cancel the visit'))
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Doctor is ill')
    expect(isOpen()).toBe(false)
  })

  it('one press of a common reason acts, and focus starts on the text', async () => {
    const onConfirm = vi.fn<(reason: string) => void>()
    const atOnce = { label: 'Cancel at one press, because', reasons: ['The doctor is ill', 'Booked by mistake'] }
    await render(<Sample reason={{ ...reason, atOnce }} onConfirm={onConfirm} />)
    await vi.waitFor(() => expect(document.activeElement).toBe(byRole('textbox')))
    await click(byRole('button', 'Booked by mistake'))
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Booked by mistake')
    expect(isOpen()).toBe(false)
  })

  it('acts once however often it is pressed, and cannot be closed midway', async () => {
    let done = () => {}
    const onConfirm = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (done = resolve)))
    await render(<Sample onConfirm={onConfirm} />)
    await click(byRole('button', 'Cancel the visit'))
    await click(byRole('button', 'One moment…'))
    await press('Escape')
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(isOpen()).toBe(true)
    await act(async () => done())
    expect(isOpen()).toBe(false)
  })

  it('does nothing while there is a reason against it, and shows it', async () => {
    const onConfirm = vi.fn<(reason: string) => void>()
    await render(<Sample whyDisabled="Needs a connection." onConfirm={onConfirm} />)
    const button = byRole('button', 'Cancel the visit')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Needs a connection.',
    )
    await click(button)
    expect(onConfirm).not.toHaveBeenCalled()
    expect(isOpen()).toBe(true)
  })

  it('does not submit a surrounding form', async () => {
    const outer = vi.fn<() => void>()
    await render(
      <form onSubmit={outer}>
        <Sample />
      </form>,
    )
    await click(byRole('button', 'Cancel the visit'))
    expect(outer).not.toHaveBeenCalled()
  })
})

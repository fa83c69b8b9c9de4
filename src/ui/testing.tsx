import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Renders a part of the kit on a page of its own, in English, and removes it when the test ends. */
export async function render(part: ReactNode): Promise<void> {
  i18n.load('en', {})
  i18n.activate('en')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  await act(async () => root.render(<I18nProvider i18n={i18n}>{part}</I18nProvider>))
}

/** The one element with a role, and with a name if one is given. Throws if there is none. */
export function byRole<E extends HTMLElement = HTMLElement>(role: string, name?: string): E {
  const found = [...document.querySelectorAll<E>(`[role="${role}"], ${TAGS[role] ?? role}`)].find(
    (element) => name === undefined || (element.getAttribute('aria-label') ?? element.textContent) === name,
  )
  if (!found) throw new Error(`no ${role} named ${name} in: ${document.body.textContent}`)
  return found
}

/** Presses a key on the element that has the focus. */
export const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    )
  })

export const click = (element: HTMLElement) =>
  act(async () => {
    element.focus()
    element.click()
  })

/** Types a whole text into a box, as an input event delivers it. */
export const type = (box: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  act(async () => {
    box.focus()
    // React watches the setter to tell its own writes from the person's, so this uses the prototype's
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set
    set?.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Waits until a check passes, letting React render meanwhile. */
export async function until(check: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  try {
    await vi.waitFor(check, { timeout: 5000 })
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  }
}

const TAGS: Readonly<Record<string, string>> = { button: 'button', textbox: 'input, textarea', listbox: 'ul' }

// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { keepFocus } from './keep-focus.ts'
import { byRole, click, press, render, until } from './testing.tsx'

beforeAll(() => keepFocus())

const rest = () => act(async () => void (await new Promise((done) => setTimeout(done, 150))))

/** A part of a page whose button replaces itself with something else. */
function Swap({ children }: { children: React.ReactNode }) {
  const [swapped, setSwapped] = useState(false)
  return (
    <main aria-label="Hours">
      <button type="button">Before</button>
      <section>
        <h2>Note</h2>
        <div>
          {swapped ? (
            children
          ) : (
            <button type="button" onClick={() => setSwapped(true)}>
              Edit
            </button>
          )}
        </div>
      </section>
      <button type="button">After</button>
    </main>
  )
}

async function byKey(name: string) {
  await act(async () => byRole('button', name).focus())
  await press('Enter')
  await act(async () => byRole('button', name).click())
}

test('content that replaces a button inline takes the focus', async () => {
  await render(
    <Swap>
      <form>
        <p>What is to be said?</p>
        <textarea />
        <button type="button">Save</button>
      </form>
    </Swap>,
  )
  await byKey('Edit')
  await until(() => expect(document.activeElement).toBe(byRole('textbox')))
})

test('after a touch no text field takes it, so that no keyboard opens', async () => {
  await render(
    <Swap>
      <form>
        <textarea />
        <button type="button">Save</button>
      </form>
    </Swap>,
  )
  byRole('button', 'Edit').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  await click(byRole('button', 'Edit'))
  await until(() => expect(document.activeElement).toBe(byRole('button', 'Save')))
})

test('if nothing interactive appeared, the region takes it, and reading continues from there', async () => {
  function Late() {
    const [ready, setReady] = useState(false)
    useEffect(() => {
      const timer = setTimeout(() => setReady(true), 300)
      return () => clearTimeout(timer)
    }, [])
    return ready ? <button type="button">09:00</button> : <p>Searching…</p>
  }
  await render(
    <Swap>
      <Late />
    </Swap>,
  )
  await byKey('Edit')
  await until(() => expect(document.activeElement?.tagName).toBe('SECTION'))
  await until(() => expect(document.activeElement).toBe(byRole('button', '09:00')))
})

test('a row that leaves its list passes the focus to the row that takes its place', async () => {
  function List() {
    const [rows, setRows] = useState(['Ada', 'Berta', 'Cem'])
    return (
      <main>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
                Check in {row}
              </button>
            </li>
          ))}
        </ul>
      </main>
    )
  }
  await render(<List />)
  await byKey('Check in Berta')
  await until(() => expect(document.activeElement?.textContent).toBe('Check in Cem'))
  await byKey('Check in Cem')
  await until(() => expect(document.activeElement?.textContent).toBe('Check in Ada'))
  await byKey('Check in Ada')
  await until(() => expect(document.activeElement?.tagName).toBe('MAIN'))
})

test('a form that opens elsewhere on the page takes it before what is next to the button', async () => {
  function Advice() {
    const [writing, setWriting] = useState(false)
    return (
      <main>
        {writing && (
          <section>
            <form>
              <input aria-label="Drug" />
            </form>
          </section>
        )}
        <section>
          {!writing && (
            <button type="button" onClick={() => setWriting(true)}>
              Write
            </button>
          )}
          <button type="button">Print</button>
        </section>
      </main>
    )
  }
  await render(<Advice />)
  await byKey('Write')
  await until(() => expect(document.activeElement).toBe(byRole('textbox', 'Drug')))
})

test('an opener that disappears just after its dialog closed does not lose the focus', async () => {
  function Pay() {
    const [isOpen, setOpen] = useState(false)
    const [paid, setPaid] = useState(false)
    return (
      <main>
        <section>
          {paid ? (
            <a href="/print">Print</a>
          ) : (
            <button type="button" onClick={() => setOpen(true)}>
              Take
            </button>
          )}
          {isOpen && (
            <Dialog
              open
              onOpenChange={() => {
                setOpen(false)
                setTimeout(() => setPaid(true), 60)
              }}
              title="Take 40 €?"
            >
              <button type="button">Yes</button>
            </Dialog>
          )}
        </section>
      </main>
    )
  }
  await render(<Pay />)
  await byKey('Take')
  await until(() => expect(document.activeElement).toBe(byRole('button', 'Yes')))
  await press('Escape')
  await until(() => expect(document.activeElement).toBe(byRole('a', 'Print')))
})

test('clicking on an empty area drops the focus', async () => {
  await render(
    <Swap>
      <button type="button">Save</button>
    </Swap>,
  )
  const edit = byRole('button', 'Edit')
  await act(async () => edit.focus())
  document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  await act(async () => {
    edit.blur()
    edit.remove()
  })
  await rest()
  expect(document.activeElement).toBe(document.body)
})

test('a new page is read from its beginning', async () => {
  await render(
    <Swap>
      <a href="/save">Save</a>
    </Swap>,
  )
  const edit = byRole('button', 'Edit')
  edit.addEventListener('click', () => vi.stubGlobal('location', { pathname: '/elsewhere' }))
  await byKey('Edit')
  await until(() => expect(document.activeElement?.tagName).toBe('MAIN'))
  vi.unstubAllGlobals()
})

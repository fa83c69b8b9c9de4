import { tinykeys } from 'tinykeys'
import { chooseRow, goToRow, rowAct } from '../../ui/row-keys.ts'

type Acts = {
  readonly search: () => void
  readonly help: () => void
  readonly new: () => void
  readonly today: () => void
  /** Why an act cannot be done now. */
  readonly say: (why: string) => void
  readonly areOn: () => boolean
}

/**
 * Binds the keys of the frame. Single keys do nothing while a person types or while a dialog is open. Returns a
 * function that unbinds them.
 */
export function bindKeys(acts: Acts): () => void {
  const single = (act: (event: KeyboardEvent) => boolean | void) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing || !acts.areOn() || isBusy(event)) return
    if (act(event) !== false) event.preventDefault()
  }
  const arrow = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || !acts.areOn() || isBusy(event) || moves(event)) return
    if (goToRow(by)) event.preventDefault()
  }
  const row = (key: string) =>
    single(() => {
      const act = rowAct(key)
      if (!act) return false
      if (typeof act.whyDisabled === 'string') acts.say(act.whyDisabled)
      else act.onSelect()
    })
  const letters = {
    c: row('c'),
    p: row('p'),
    m: row('m'),
    x: single(chooseRow),
    n: single(acts.new),
    t: single(acts.today),
  }
  return tinykeys(
    window,
    {
      [`$mod+${named('k')}`]: (event) => {
        if (isAnother(event, 'k') || document.querySelector(OPEN)) return
        event.preventDefault()
        acts.search()
      },
      ArrowDown: arrow(1),
      ArrowUp: arrow(-1),
      ...Object.fromEntries(
        Object.entries(letters).map(([letter, act]) => [
          named(letter),
          (event: KeyboardEvent) => (isAnother(event, letter) ? undefined : act(event)),
        ]),
      ),
      '[Shift]+?': single(acts.help),
    },
    // the search opens from a field too; the others judge for themselves
    { ignore: () => false },
  )
}

/** A letter, or its physical key on a keyboard without Latin letters. */
const named = (letter: string) => `(${letter}|Key${letter.toUpperCase()})`

/** The physical key has another Latin letter, as on a French or a Turkish keyboard. */
const isAnother = ({ key }: KeyboardEvent, letter: string) => /^[a-z]$/i.test(key) && key.toLowerCase() !== letter

const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function isBusy(event: KeyboardEvent): boolean {
  const { target } = event
  const types =
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]',
    ) !== null
  return types || document.querySelector(OPEN) !== null
}

/** Controls that use the arrow keys themselves. */
const moves = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest(
    'input[type="radio"], [role="tab"], [role="radio"], [role="grid"], [role="slider"], [role="combobox"], .maplibregl-map, video, audio',
  ) !== null

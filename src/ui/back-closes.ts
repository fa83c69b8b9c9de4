import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/**
 * On a phone, Back closes what is open over the page, the last first, instead of the page. While anything is open, one
 * extra entry of the browser's history precedes the page's own, with its address: going back from it closes, and the
 * router does not notice. A button that closes does not remove the entry (that takes a moment, in which the page may
 * navigate): it waits to be reused, the next page replaces it, and going back skips it. `close` may ask first and leave
 * it open.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useLatest(close)
  useLayoutEffect(() => {
    if (!open || !isOnPhone()) return
    const layer = () => latest.current()
    layers.push(layer)
    stand()
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [open, latest])
}

const isOnPhone = () => typeof matchMedia === 'function' && matchMedia('(max-width: 840px), (pointer: coarse)').matches

/** The closing functions of what is open, the topmost last. */
const layers: (() => void)[] = []

/** A history entry: the router's key for it and, for an entry made here, the key of the page's own entry before it. */
type Place = { readonly key: string | null; readonly of: string | null; readonly url: string; readonly state: object }

const MARK = 'bedside_over'
/** The history's state without the wrappers of the router and of this file. */
const raw =
  typeof History === 'undefined' ? null : { push: History.prototype.pushState, replace: History.prototype.replaceState }

/** The last place in the history; null until the first entry made here. */
let at: Place | null = null
/** True during this file's own step forward, which no person made. */
let isOurStep = false

function placeNow(): Place {
  const state = (history.state ?? {}) as Readonly<Record<string, unknown>> // any code may have written it
  const word = (name: string) => (typeof state[name] === 'string' ? state[name] : null)
  return { key: word('__TSR_key'), of: word(MARK), url: location.href, state }
}

/** Makes sure that the entry exists. */
function stand() {
  watch()
  const { key, of, state, url } = placeNow()
  if (of === null && key !== null) raw!.push.call(history, { ...state, [MARK]: key }, '', url)
  at = placeNow()
}

function watch() {
  if (at) return
  at = placeNow()
  const { pushState, replaceState } = history
  history.pushState = (state, unused, url) => {
    isOurStep = false
    // the next page replaces this entry: there is none between two pages
    if (at?.of) replaceState.call(history, state, unused, url)
    else pushState.call(history, state, unused, url)
    at = placeNow()
  }
  history.replaceState = (state: object, unused, url) => {
    replaceState.call(history, at?.of ? { ...state, [MARK]: at.of } : state, unused, url)
    at = placeNow()
  }
  // before the router's listener, which must not notice
  addEventListener('popstate', gone, { capture: true })
}

function gone(event: PopStateEvent) {
  const from = at!
  at = placeNow()
  const isSamePage =
    (from.of !== null && at.key === from.of && at.of === null) || (from.of === null && at.of === from.key)
  if (isOurStep) isOurStep = false
  else if (!isSamePage) return
  event.stopImmediatePropagation()
  // the page may have rewritten its address meanwhile, as a filter does
  if (from.url !== location.href) {
    raw!.replace.call(history, { ...from.state, __TSR_key: at.key, [MARK]: at.of ?? undefined }, '', from.url)
    at = placeNow()
  }
  if (at.of !== null) return
  const close = layers.at(-1)
  if (!close) return history.back()
  flushSync(close)
  if (layers.length === 0) return
  // another layer is open below, or this one asks first
  isOurStep = true
  history.go(1)
}

if (typeof history !== 'undefined' && (history.state as Record<string, unknown> | null)?.[MARK]) watch()

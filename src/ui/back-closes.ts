import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/**
 * On a phone the way back closes what lies over the page, the last first, and not the page. While anything is open one entry of the browser's
 * history stands before the page's own, with its address: going back from it closes, and the router hears nothing of that. It is not taken away
 * when a button closes (that would take a moment, in which the page may already go elsewhere): it waits to be used again, the next page takes
 * its place, and going back passes it by. `close` may ask first and leave it open.
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

/** What is open, the last on top. */
const layers: (() => void)[] = []

/** An entry of the history: the router's name for it, and of one of ours the name of the page's own, which is before it. */
type Place = { readonly key: string | null; readonly of: string | null; readonly url: string; readonly state: object }

const MARK = 'bedside_over'
/** Past what the router and this file put around them. */
const raw =
  typeof History === 'undefined' ? null : { push: History.prototype.pushState, replace: History.prototype.replaceState }

/** Where the history stood last; null until the first of ours. */
let at: Place | null = null
/** Our own step forward again is no press of anybody. */
let isOurStep = false

function placeNow(): Place {
  const state = (history.state ?? {}) as Readonly<Record<string, unknown>> // whoever wrote it
  const word = (name: string) => (typeof state[name] === 'string' ? state[name] : null)
  return { key: word('__TSR_key'), of: word(MARK), url: location.href, state }
}

/** Sees to it that the entry is there. */
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
    // the next page takes the place of ours: between two pages there is none
    if (at?.of) replaceState.call(history, state, unused, url)
    else pushState.call(history, state, unused, url)
    at = placeNow()
  }
  history.replaceState = (state: object, unused, url) => {
    replaceState.call(history, at?.of ? { ...state, [MARK]: at.of } : state, unused, url)
    at = placeNow()
  }
  // before the router's, which is not to hear of it
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
  // the page may have written its address anew meanwhile, as a filter does
  if (from.url !== location.href) {
    raw!.replace.call(history, { ...from.state, __TSR_key: at.key, [MARK]: at.of ?? undefined }, '', from.url)
    at = placeNow()
  }
  if (at.of !== null) return
  const close = layers.at(-1)
  if (!close) return history.back()
  flushSync(close)
  if (layers.length === 0) return
  // another lies below, or it asks first
  isOurStep = true
  history.go(1)
}

if (typeof history !== 'undefined' && (history.state as Record<string, unknown> | null)?.[MARK]) watch()

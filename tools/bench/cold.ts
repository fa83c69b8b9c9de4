import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumFlags, findChromium } from '../chromium.ts'

const ROUNDS = 6

/**
 * Cold starts of the installed app without a network, ms each, to the frame that shows the day's list: a page of its own each time, on a
 * processor slowed 4 ×, in a browser of its own with this profile. Nothing listens to the page meanwhile but for what slows it: with the
 * network and the scripts reported, as a test's driver has them, each request is traced to its line, a seventh of the whole here.
 */
export function coldStarts(profile: string, address: string): Promise<number[]> {
  return inBrowser(profile, async (ask) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await oneStart(ask, address, ROWS, 4))
    // the first one starts the worker and compiles what the others find compiled
    return times.slice(1)
  })
}

/** The same in a freshly started browser, on an unslowed processor, to the frame that shows this; ms. */
export const freshStart = (profile: string, address: string, selector: string): Promise<number> =>
  inBrowser(profile, (ask) => oneStart(ask, address, selector, 1))

/** The visits of a list, in any of its views. */
export const ROWS = 'main table tbody tr, main .rail li, main .board-card'

async function inBrowser<T>(profile: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const port = join(profile, 'DevToolsActivePort')
  await rm(port, { force: true })
  const chromium = findChromium()
  if (!chromium) throw new Error('no Chromium to start')
  // cuts the network for the whole browser by a proxy that does not exist
  const flags = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,900', '--proxy-server=127.0.0.1:9']
  // an installed app's window does not load the browser's new-tab page, which takes both cores for half a second
  const from = ['--proxy-bypass-list=<-loopback>', `--user-data-dir=${profile}`, 'about:blank']
  const browser = spawn(chromium, [...chromiumFlags, ...flags, ...from], { stdio: 'ignore' })
  try {
    return await work(await connect(port))
  } finally {
    browser.kill()
    await once(browser, 'exit')
  }
}

type Ask = <T>(method: string, params: object, sessionId?: string) => Promise<T>

async function oneStart(ask: Ask, address: string, selector: string, rate: number): Promise<number> {
  const { targetId } = await ask<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await ask<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  await ask('Page.enable', {}, sessionId)
  await ask('Emulation.setCPUThrottlingRate', { rate }, sessionId)
  const source = `(${String(markShown)})(${JSON.stringify(selector)})`
  await ask('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId)
  await ask('Page.navigate', { url: address }, sessionId)
  const expression = "performance.getEntriesByName('shown')[0]?.startTime"
  for (let tries = 0; tries < 100; tries++) {
    await sleep(200)
    const { result } = await ask<{ result: { value?: number } }>('Runtime.evaluate', { expression }, sessionId)
    if (result.value === undefined) continue
    await ask('Target.closeTarget', { targetId })
    return result.value
  }
  throw new Error('the screen never came up')
}

/**
 * Runs in the page: marks the moment when the frame with the first of these has been painted. It observes changes and
 * requests no frames before that: checking each frame would draw the page sixty times a second, which costs a twentieth
 * of a start.
 */
function markShown(selector: string) {
  const found = () => document.querySelector(selector)
  const watch = new MutationObserver(() => {
    if (!found()) return
    watch.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('shown')))
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** A plain DevTools connection; the browser writes its port and path into `file`. */
async function connect(file: string): Promise<Ask> {
  let written: string | null = null
  for (let tries = 0; tries < 100 && !written; tries++) {
    await sleep(100)
    written = await readFile(file, 'utf8').catch(() => null)
  }
  const [port, path] = (written ?? '').split('\n')
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  await once(socket, 'open')
  let id = 0
  return (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as never),
      )
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
}

type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } }

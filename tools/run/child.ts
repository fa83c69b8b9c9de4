import { type ChildProcess, spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** The project's folder; every child runs in it. */
export const root = join(import.meta.dirname, '..', '..')

export type ChildOptions = {
  env?: Record<string, string>
  /** Ended when it takes longer. Default: no limit. */
  limitMs?: number
  /** Give the child a channel to us: it learns from its closing that we were killed. */
  channel?: boolean
}

/**
 * Runs a program to its end on our terminal and answers its exit code; for one ended by a signal 128 + its number, as
 * shells do. Programs of our dependencies are found by their plain name.
 */
export function runChild(command: string, args: string[], options: ChildOptions = {}): Promise<number> {
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...options.env, PATH: path },
    stdio: ['inherit', 'inherit', 'inherit', ...(options.channel ? (['ipc'] as const) : [])],
  })
  const limit = options.limitMs && setTimeout(() => child.kill('SIGTERM'), options.limitMs)
  return untilEnd(child, command).finally(() => clearTimeout(limit))
}

/**
 * Runs one of several processes that share the ports they listen on. It too learns from its channel that we were killed. Each takes its connections
 * from the kernel: one that we took and handed on would never be answered where its process is killed in that moment.
 */
export function runWorker(script: string, env: Readonly<Record<string, string>>): Promise<number> {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(root, script), args: [], execArgv: [] })
  return untilEnd(cluster.fork(env).process, script)
}

function untilEnd(child: ChildProcess, command: string): Promise<number> {
  children.add(child)
  return new Promise((done) => {
    const finish = (code: number) => {
      children.delete(child)
      done(code)
    }
    child.on('error', (error) => {
      say(`cannot run ${command}: ${error.message}`)
      finish(127)
    })
    child.on('exit', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}

/** Hands signals on to what runs, and takes the death of the process above us for SIGTERM. */
export function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('SIGTERM'))
  process.channel?.unref()
}

/** The exit code to leave with when we were told to end; undefined as long as we were not. */
export const endingCode = () => ending && 128 + constants.signals[ending]

/** One line about what is being done. */
export function say(line: string) {
  console.log(`bedside: ${line}`)
}

const children = new Set<ChildProcess>()
let ending: NodeJS.Signals | undefined

function end(signal: NodeJS.Signals) {
  ending = signal
  // Ctrl-C reaches the whole terminal group by itself; a second one would mean "at once" to some programs
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of children) child.kill(signal)
}

import { type ChildProcess, spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** The project's folder; every child runs in it. */
export const root = join(import.meta.dirname, '..', '..')

export type ChildOptions = {
  env?: Record<string, string>
  /** The process is ended if it takes longer. Default: no limit. */
  limitMs?: number
  /** Gives the child a channel, which closes when this process is killed. */
  channel?: boolean
}

/**
 * Runs a program to its end on our terminal and returns its exit code; if a signal ended it, 128 + its number, as
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
 * Runs one of several processes that share their ports. It also notices by its channel when this process is killed.
 * Each accepts its connections from the kernel: one accepted here and handed on would never be answered if its process
 * is killed in that moment.
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

/** Passes signals on to the children, and treats the death of the parent process like SIGTERM. */
export function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('SIGTERM'))
  process.channel?.unref()
}

/** The exit code to use if we were told to end; undefined otherwise. */
export const endingCode = () => ending && 128 + constants.signals[ending]

/** Prints one line about the current step. */
export function say(line: string) {
  console.log(`bedside: ${line}`)
}

const children = new Set<ChildProcess>()
let ending: NodeJS.Signals | undefined

function end(signal: NodeJS.Signals) {
  ending = signal
  // Ctrl-C reaches the whole terminal group by itself; some programs would take a second one as "at once"
  if (signal === 'SIGINT' && process.stdin.isTTY) return
  for (const child of children) child.kill(signal)
}

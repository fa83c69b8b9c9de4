import { existsSync } from 'node:fs'
import { runChild, say } from './run/child.ts'

/** Installs a package of Debian's if one command can: as root, where there is apt-get. Whether it is there then, the caller looks. */
export async function installPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`installing ${name} (apt-get install ${name})`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => runChild('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
  if ((await install()) !== 0 && (await runChild('apt-get', ['update', '-q'])) === 0) await install()
}

import { endingCode, runChild, say } from './child.ts'

/**
 * Runs the server until it ends by itself: with 0, or with 1 when it has said why it cannot run (a bad setting, a taken
 * port, a data folder in use, a wrong password). Any other end is a crash, after which it is started again.
 */
export async function supervise(): Promise<number> {
  const crashes: number[] = []
  for (;;) {
    const code = await runChild(process.execPath, ['server/app/main.ts'], { channel: true })
    if (code === 0 || code === 1) return code
    if (endingCode() !== undefined) return code

    const minuteAgo = Date.now() - 60_000
    if (crashes.filter((time) => time > minuteAgo).length === MOST_A_MINUTE) {
      say(`the server died again (${code}), ${MOST_A_MINUTE + 1} times within a minute: giving up`)
      return 1
    }
    crashes.push(Date.now())
    say(`the server died (${code}): starting it again`)
  }
}

const MOST_A_MINUTE = 5

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../run/child.ts'
import { machine } from './others.ts'
import { EMPTY, NOT_MEASURED } from './peers.ts'
import { plot } from './plot.ts'
import { versionOf } from './prepare.ts'
import { count, questionsOf, type Question, type Results } from './results.ts'
import { summary, type Summary } from './samples.ts'

const FOLDER = join(root, 'docs', 'bench')

/** Prints the table; a run with the issue's sizes is also written to docs/bench, with every measurement. */
export async function writeResults(results: Results): Promise<void> {
  const table = await tableOf(results)
  console.log(table)
  const { visits, isWhole } = results.options
  if (!isWhole) {
    console.log('  a run of other sizes, or of some of the peers: not written into docs/bench')
    return
  }
  const name = `peers-${visits}`
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.md`), `${await pageOf(results, table, name)}\n`)
  await writeFile(join(FOLDER, `${name}.svg`), plot(results))
  await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(results.samples, null, 1)}\n`)
  console.log(`  written to docs/bench/${name}.md, .svg and .json`)
}

async function tableOf({ options, contestants, samples }: Results): Promise<string> {
  const all = [...contestants, EMPTY]
  const lines = questionsOf(options).map(
    ({ name, title, unit }) =>
      `| ${title}, ${unit} | ${all.map((who) => cell(summary(samples, name, who.name), unit)).join(' | ')} |`,
  )
  return [`| | ${all.map(({ title }) => title).join(' | ')} |`, `| --- |${' --- |'.repeat(all.length)}`, ...lines].join(
    '\n',
  )
}

/** The median with the smallest and the largest value, and how many were left out. */
function cell({ ms, kept, leftOut, failed }: Summary, unit: Question['unit']): string {
  const out = `${leftOut ? `, ${leftOut} left out` : ''}${failed ? `, ${failed} failed` : ''}`
  if (!ms) return out && `none kept${out}`
  const say = (value: number) => (unit === 's' ? (value / 1000).toFixed(2) : value.toFixed(0))
  return `**${say(ms.median)}** (${say(ms.least)} to ${say(ms.most)}, ${kept}${out})`
}

async function pageOf({ contestants, held, options }: Results, table: string, name: string): Promise<string> {
  const notes = await Promise.all(
    [...contestants, EMPTY].map(async ({ title, packages, note, name: who }) => {
      const versions = await Promise.all(packages.map(async (each) => `${each} ${await versionOf(each)}`))
      const rows = held.get(who)
      return `- **${title}**${versions.length ? ` (${versions.join(', ')})` : ''}: ${note}${rows ? ` ${count(rows)} rows on the device.` : ''}`
    }),
  )
  return `# Beside its peers, ${count(options.visits)} visits

Written by \`npm run bench -- --peers\` on ${new Date().toISOString().slice(0, 10)}, on ${machine()}. Median, and in brackets least, most and how many measurements were kept. Left out
is what was measured while other processes took over a tenth of the processor. Every measurement: [${name}.json](${name}.json). How it is measured: decision 0130.

${table}

![The same as bars](${name}.svg)

${notes.join('\n')}

Not measured:

${NOT_MEASURED.map((each) => `- ${each}`).join('\n')}`
}

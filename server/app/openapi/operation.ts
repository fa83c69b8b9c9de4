import { actionOf, rowOf, type CallName } from '../../../contract/calls.ts'
import { requestBodyOf } from './body.ts'
import { noesOf } from './errors.ts'
import { parametersOf } from './parameters.ts'
import { schemaOfRowReply, type Schema } from './schema.ts'
import { signedIn } from './security.ts'
import { summaries } from './summaries.ts'
import { nounOf } from './tags.ts'

/** All rows of one address and method, as one operation. */
export function operationOf(names: readonly CallName[]) {
  const main = names.find((name) => rowOf(name).action === undefined) ?? names[0]!
  const rows = names.map(rowOf)
  const isOpen = rows.every(({ roles }) => roles === 'anyone')
  const body = requestBodyOf(names)
  const parameters = parametersOf(names)
  return {
    operationId: idOf(names, main),
    tags: [nounOf(main)],
    summary: summaryOf(names, main),
    description: descriptionOf(names),
    security: isOpen ? [] : rows.some(({ roles }) => roles === 'anyone') ? [{}, ...signedIn] : signedIn,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      '200': { description: 'Done.', content: { 'application/json': { schema: replyOf(names) } } },
      ...noesOf(
        rows.flatMap(({ refusals, writes }) => [
          ...refusals,
          ...(writes && !writes.creates ? (['changed_since'] as const) : []),
        ]),
        { isOpen },
      ),
    },
    'x-actions': Object.fromEntries(names.map((name) => [name, marksOf(name)])),
  }
}

/** `appointment.list` → `appointmentList`; for several calls that all have an action, `paymentAct`. */
function idOf(names: readonly CallName[], main: CallName): string {
  const name =
    names.length > 1 && rowOf(main).action !== undefined ? `${nounOf(main)}.${isMany(main) ? 'actMany' : 'act'}` : main
  return name.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())
}
const isMany = (name: CallName) => !rowOf(name).path.includes(':')

const summaryOf = (names: readonly CallName[], main: CallName) =>
  names.length > 1 && rowOf(main).action !== undefined
    ? `Act on ${nounOf(main)}: ${names.map(actionOf).join(', ')}.`
    : summaries[main]

function descriptionOf(names: readonly CallName[]): string {
  const all = names.map((name) => {
    const { roles, offline, superadmin } = rowOf(name)
    const whom = roles === 'anyone' ? 'anyone' : superadmin ? 'superadmins' : roles.join(', ')
    const how = { cached: 'read from the device', queue: 'kept and sent later', online: 'not possible' }[offline]
    return { name, text: `For: ${whom}. In the app without a network: ${how}.` }
  })
  if (names.length === 1) return all[0]!.text
  return all.map(({ name, text }) => `- \`${actionOf(name)}\`: ${summaries[name]} ${text}`).join('\n')
}

function replyOf(names: readonly CallName[]): Schema {
  const all = names.map((name) => schemaOfRowReply(rowOf(name).reply))
  const different = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()]
  return different.length === 1 ? different[0]! : { anyOf: different }
}

/** Properties of a row for which OpenAPI has no word. */
function marksOf(name: CallName) {
  const { action, means, roles, offline, refusals } = rowOf(name)
  return { action: action ?? null, ...(means && { means }), roles, offline, refusals }
}

import { pascal } from './share.ts'

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>
type Response = { readonly content?: Readonly<Record<string, Content>> }
type Content = { readonly schema?: { readonly $ref?: string }; readonly examples?: Readonly<Record<string, object>> }

/**
 * Answers that several operations give are named once and referenced, like the schemas in them: a refusal after its
 * codes, any other after its schema.
 */
export function shareResponses(paths: Paths) {
  const counts = new Map<string, number>()
  const eachAnswer = (change: (answer: Response) => object): Paths =>
    mapped(paths, (methods) =>
      mapped(methods, (operation) =>
        'responses' in operation
          ? { ...operation, responses: mapped(operation.responses as Record<string, Response>, change) }
          : operation,
      ),
    )
  eachAnswer((answer) => {
    const text = JSON.stringify(answer)
    counts.set(text, (counts.get(text) ?? 0) + 1)
    return answer
  })
  const responses: Record<string, Response> = {}
  const shared = eachAnswer((answer) => {
    const name = nameOf(answer)
    if (!name || counts.get(JSON.stringify(answer))! < 2) return answer
    responses[name] ??= answer
    return JSON.stringify(responses[name]) === JSON.stringify(answer)
      ? { $ref: `#/components/responses/${name}` }
      : answer
  })
  return { paths: shared, responses }
}

/** Null for an answer that is named already, or that has more than one form. */
function nameOf({ content = {} }: Response): string | null {
  const [its, ...more] = Object.values(content)
  if (!its || more.length > 0) return null
  if (its.examples) return Object.keys(its.examples).map(pascal).join('Or')
  return its.schema?.$ref?.split('/').at(-1) ?? null
}

const mapped = <In, Out>(all: Readonly<Record<string, In>>, change: (one: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]))

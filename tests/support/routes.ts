/** The addresses in Fastify's printed route tree, with their methods: each line is one, indented under its prefix. */
export function routesOf(drawing: string): { readonly path: string; readonly methods: readonly string[] }[] {
  const stack: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const found = /^(?<indent>[│├└─ ]*)(?<part>\S+)(?: \((?<methods>.+)\))?/.exec(line)
    if (!found?.groups?.['part']) return []
    const depth = Math.round(found.groups['indent']!.length / 4)
    stack.length = depth
    stack.push(found.groups['part'])
    const { methods } = found.groups
    return methods ? [{ path: stack.slice(1).join(''), methods: methods.split(', ') }] : []
  })
}

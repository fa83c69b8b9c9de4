import type { FastifyInstance } from 'fastify'

/**
 * JSON bodies. One that nests deeper than any row does is refused before it is parsed: a megabyte of brackets is half a
 * million nested lists, slow to build and too deep for whatever walks through it (TRUST G9).
 */
export function registerJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('ignore', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) return done(Object.assign(new Error('nested too deeply'), { statusCode: 400 }))
    return parse(request, body, done)
  })
}

const MOST_DEPTH = 32

function isTooDeep(json: string): boolean {
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const sign = json.charCodeAt(i)
    if (sign === QUOTE) i = endOfText(json, i)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth++
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--
    if (depth > MOST_DEPTH) return true
  }
  return false
}

function endOfText(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const sign = json.charCodeAt(i)
    if (sign === BACKSLASH) i++
    else if (sign === QUOTE) return i
  }
  return json.length
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

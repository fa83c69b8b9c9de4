import * as v from 'valibot'
import { filled, visibleLine } from './fields.ts'
import { withoutInvisible } from './line.rules.ts'

/**
 * A reply as its row describes it, and nothing more; read this way where it leaves the server and where it reaches a
 * device. A word of a closed list that this build does not know was written by a newer build, before a rollback: it is
 * passed on as it is, and screens have a neutral line for it (issue 38). Stored lines lose invisible characters, and no
 * stored text is too long or too empty to be shown: only senders are refused. Anything else that does not fit is a
 * fault of ours.
 */
export function readReply<S extends v.GenericSchema>(schema: S, reply: unknown): v.SafeParseResult<S> {
  const whole = v.safeParse(schema, reply)
  if (whole.success) return whole
  const newer = v.safeParse(opened(schema), reply)
  return newer.success ? (newer as v.SafeParseResult<S>) : whole // differs only in words of lists and sizes of texts
}

/** The same, or throws `ValiError`. */
export function parseReply<S extends v.GenericSchema>(schema: S, reply: unknown): v.InferOutput<S> {
  const read = readReply(schema, reply)
  if (read.success) return read.output
  throw new v.ValiError(read.issues)
}

type Parts = v.GenericSchema & {
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly unknown[]
  readonly pipe?: readonly [v.GenericSchema, ...Step[]]
}

const known = new WeakMap<v.GenericSchema, v.GenericSchema>()

/**
 * The same schema with any word or number in place of a closed list, and with lines cleaned instead of refused. Valibot's
 * schemas are plain objects that read their own parts.
 */
function opened(schema: v.GenericSchema): v.GenericSchema {
  const before = known.get(schema)
  if (before) return before
  const made = open(schema as Parts)
  known.set(schema, made)
  return made
}

type Step = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>
const isSize = (step: Step) => step.type === 'max_length' || (step as unknown) === filled
const cleaned = (step: Step) => ((step as unknown) === visibleLine ? v.transform(withoutInvisible) : step)

function open(schema: Parts): v.GenericSchema {
  if (schema.pipe) {
    const [first, ...rest] = schema.pipe
    const parts = first.type === 'string' ? rest.filter((part) => !isSize(part)).map(cleaned) : rest
    return v.pipe(opened(first), ...(parts as [])) as v.GenericSchema // a pipe of the same parts
  }
  // RATES are a closed list of numbers
  if (schema.type === 'picklist')
    return schema.options?.some((one) => typeof one === 'number') ? v.number() : v.string()
  return {
    ...schema,
    ...(schema.wrapped && { wrapped: opened(schema.wrapped) }),
    ...(schema.item && { item: opened(schema.item) }),
    ...(schema.type === 'record' && schema.value && { value: opened(schema.value) }),
    ...(schema.type === 'union' && { options: schema.options?.map((one) => opened(one as v.GenericSchema)) }),
    ...(schema.entries && {
      entries: Object.fromEntries(Object.entries(schema.entries).map(([name, one]) => [name, opened(one)])),
    }),
  }
}

import type * as z from 'zod'
import { isOptional } from './contract.ts'

export type JsonSchema = Record<string, unknown>

export interface ParameterDescription {
  schema: JsonSchema
  isRequired: boolean
  /** Sent as JSON text. */
  isJson: boolean
}

interface Definition {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  defaultValue?: unknown
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition

/** A parameter as its caller sees it: the value, not the text that carries it. */
export function describeParameter(
  schema: z.ZodType,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema,
): ParameterDescription {
  const isRequired = !isOptional(schema)
  let inner = schema
  let extra: JsonSchema = {}
  for (let step = definitionOf(inner); step.innerType; step = definitionOf(inner)) {
    if ('defaultValue' in step) extra = { ...extra, default: step.defaultValue }
    // What is said outside is said about this parameter; what is said inside, about every use of the shape.
    extra = { ...(inner.meta() as JsonSchema | undefined), ...extra }
    inner = step.innerType
  }
  const { type, in: source, out } = definitionOf(inner)
  const isJson = type === 'pipe' && source !== undefined && definitionOf(source).type === 'string'
  if (!isJson || !out) return { schema: { ...schemaOf(inner, 'input'), ...extra }, isRequired, isJson: false }
  return {
    schema: { ...schemaOf(out, 'input'), ...(inner.meta() as JsonSchema | undefined), ...extra },
    isRequired,
    isJson,
  }
}

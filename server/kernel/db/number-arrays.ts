/** Shorter ones take no time. */
const MANY = 16

const isNumber = (one: unknown): boolean => typeof one === 'number'

const written = (value: unknown): unknown =>
  Array.isArray(value) && value.length >= MANY && value.every(isNumber) ? `{${value.join()}}` : value

/**
 * Arguments of `query` with long arrays of numbers as the database reads them. The library writes and quotes each element
 * by itself, which takes a fifth of the time that marking a thousand messages takes.
 */
export function withWrittenArrays(args: readonly unknown[]): readonly unknown[] {
  const [config, ...others] = args as [{ values?: readonly unknown[]; submit?: unknown } | null, ...unknown[]]
  if (typeof config !== 'object' || config?.submit !== undefined || !config?.values?.some(Array.isArray)) return args
  return [{ ...config, values: config.values.map(written) }, ...others]
}

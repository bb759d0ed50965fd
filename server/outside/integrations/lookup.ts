/** The entry of a table with a name from outside, which may be `constructor` or the like. */
export const lookup = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** `Name|42` or `|42`: the content of a mention with an id. */
export interface PersonReference {
  readonly id: number
  /** Empty if only the id is given. */
  readonly name: string
}

export function parsePersonReference(inner: string): PersonReference | undefined {
  if (!inner.includes('|')) return undefined
  const parts = /^([^|]*)\|(\d{1,10})$/.exec(inner)
  return parts ? { name: parts[1]!, id: Number(parts[2]) } : undefined
}

/** `Name|42` or `|42`: what stands between the stars of a mention that says whom it means. */
export interface PersonReference {
  readonly id: number
  /** Empty when only the id is given. */
  readonly name: string
}

export function parsePersonReference(inner: string): PersonReference | undefined {
  if (!inner.includes('|')) return undefined
  const parts = /^([^|]*)\|(\d{1,10})$/.exec(inner)
  return parts ? { name: parts[1]!, id: Number(parts[2]) } : undefined
}

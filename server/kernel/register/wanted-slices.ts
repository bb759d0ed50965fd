/**
 * `null` selects everything. Unread messages need both of their types. The old form of muted topics is left out if the
 * new one is requested.
 */
export function wantedSlices<Slice extends { readonly types: readonly string[] }>(
  slices: readonly Slice[],
  types: readonly string[] | null,
): readonly Slice[] {
  if (types === null) return slices
  const has = (type: string) => types.includes(type)
  return slices.filter((slice) => {
    if (slice.types.includes('update_message_flags') && !has('message')) return false
    if (slice.types.includes('muted_topics') && has('user_topic')) return false
    return slice.types.some(has)
  })
}

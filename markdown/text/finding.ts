import type { ShownEmoji } from '../emoji/emoji-token.ts'

/** A link, an emoji or the name of a character in plain text. */
export interface Finding {
  readonly start: number
  readonly end: number
  readonly as: { readonly link: string } | { readonly emoji: ShownEmoji } | { readonly character: string }
}

/** Merges both lists in order. If they overlap, the earlier finding stays. */
export function mergeFindings(kept: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  if (found.length === 0) return kept
  const merged: Finding[] = []
  let next = 0
  let free = 0
  for (const finding of found) {
    while (next < kept.length && kept[next]!.start < finding.end) {
      const earlier = kept[next++]!
      merged.push(earlier)
      free = earlier.end
    }
    if (finding.start < free) continue
    merged.push(finding)
    free = finding.end
  }
  merged.push(...kept.slice(next))
  return merged
}

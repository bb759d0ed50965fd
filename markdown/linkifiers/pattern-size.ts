/** Matching costs up to one step per character and instruction, so the number of instructions is limited. */
export const MAX_INSTRUCTIONS = 500

/** The most instructions of all patterns of an organization together. */
export const MAX_TOTAL_INSTRUCTIONS = 5000

/** Compiling takes time in proportion to this length, which is why it is estimated first. */
const MAX_EXPANDED_LENGTH = 50_000

const COUNTED = /(\)?)\{(\d+)(?:,(\d+))?\}/g

/** An upper bound of the length of a pattern with its counted repetitions, such as `a{40}`, written out. */
function expandedLength(pattern: string): number {
  let length = pattern.length
  let factor = 1
  for (const [, group, least, most] of pattern.matchAll(COUNTED)) {
    const times = Math.max(1, Number(most ?? least))
    if (group === '') length += times
    else factor *= times
  }
  return length * factor
}

export const isTooLongToCompile = (pattern: string): boolean => expandedLength(pattern) > MAX_EXPANDED_LENGTH

/** Matching costs up to one step per character and instruction, so the number of instructions is limited. */
export const MOST_INSTRUCTIONS = 500

/** The most instructions of all patterns of an organization together. */
export const MOST_INSTRUCTIONS_TOGETHER = 5000

/** Compiling takes time in proportion to this length, which is why it is estimated first. */
const MOST_EXPANDED = 50_000

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

export const isTooLongToCompile = (pattern: string): boolean => expandedLength(pattern) > MOST_EXPANDED

/** The number of extra characters that a kept string may reference. */
const SLACK = 4_096

/**
 * Copies a part of a text that will outlive the text. The runtime slices without copying, so a name of twenty letters
 * would keep the whole megabyte in memory.
 */
export const ownText = (part: string, whole: string): string =>
  whole.length - part.length > SLACK ? Buffer.from(part).toString() : part

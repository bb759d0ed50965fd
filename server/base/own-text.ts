/** What a kept string may hold beside itself. */
const SLACK = 4_096

/**
 * A part of a text that will outlive it. The runtime cuts without copying: a name of twenty letters would keep the whole
 * megabyte that it was read from.
 */
export const ownText = (part: string, whole: string): string =>
  whole.length - part.length > SLACK ? Buffer.from(part).toString() : part

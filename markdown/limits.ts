const TRUNCATED_MESSAGE = '\n[message truncated]'
const TRUNCATED_TOPIC = '...'

/** Content that is too long, cut so that it fits together with the note that it was cut. Counted in code points. */
export const truncateContent = (content: string, limit: number): string => truncate(content, limit, TRUNCATED_MESSAGE)

/** The same for the name of a topic. */
export const truncateTopic = (topic: string, limit: number): string => truncate(topic, limit, TRUNCATED_TOPIC)

function truncate(text: string, limit: number, note: string): string {
  // A code point is at least one unit, so most texts need no counting.
  if (text.length <= limit) return text
  const points = Array.from(text)
  if (points.length <= limit) return text
  return points.slice(0, Math.max(0, limit - note.length)).join('') + note
}

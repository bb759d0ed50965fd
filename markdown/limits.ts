const TRUNCATED_MESSAGE = '\n[message truncated]'
const TRUNCATED_TOPIC = '...'

/** Cuts content that is too long, so that it fits together with a note. Counts code points. */
export const truncateContent = (content: string, limit: number): string => truncate(content, limit, TRUNCATED_MESSAGE)

/** The same for a topic name. */
export const truncateTopic = (topic: string, limit: number): string => truncate(topic, limit, TRUNCATED_TOPIC)

function truncate(text: string, limit: number, note: string): string {
  // A code point has at least one unit, so most texts need no counting.
  if (text.length <= limit) return text
  const points = Array.from(text)
  if (points.length <= limit) return text
  return points.slice(0, Math.max(0, limit - note.length)).join('') + note
}

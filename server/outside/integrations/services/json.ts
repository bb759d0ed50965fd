import type { Integration } from '../integration.ts'
import { cut } from '../text.ts'

/** Below the limit of a message, with room for the fence. */
const MAX_JSON_LENGTH = 9_000
/** Indenting larger ones would make them many times as long, and most of it is not shown. */
const MAX_INDENTED_LENGTH = 20_000

/** Shows any payload as it is. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  eventTypes: null,
  read({ value }) {
    const compact = JSON.stringify(value)
    const text = compact.length > MAX_INDENTED_LENGTH ? compact : JSON.stringify(value, null, 2)
    // JSON has no line that consists of backticks alone, so it cannot close the fence.
    return { topic: 'JSON', content: `\`\`\`json\n${cut(text, MAX_JSON_LENGTH)}\n\`\`\`` }
  },
}

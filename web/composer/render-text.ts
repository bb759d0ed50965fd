import { session } from '../kernel/session.ts'

/** A text as the server renders it. Null if it cannot say. */
export async function renderText(content: string, signal: AbortSignal): Promise<string | null> {
  if (content.trim() === '') return null
  try {
    return (await session.call('renderMessage', { content }, { signal })).rendered
  } catch {
    return null
  }
}

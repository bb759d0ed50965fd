import type { Archive } from '../archive/archive.ts'
import { isObject, type Json, readJson } from '../archive/read-json.ts'
import type { ImportReport } from '../report.ts'
import type { SlackConversation } from './export.ts'
import { timeOf } from './message.ts'

/** A message and where it is. */
export interface DayMessage {
  readonly message: Json
  readonly time: string
  readonly where: string
}

/** The messages of a conversation, day by day. Holds one day in memory. */
export async function* readDays(
  archive: Archive,
  { days }: SlackConversation,
  report: ImportReport,
): AsyncGenerator<DayMessage> {
  for (const path of days) {
    const read = await readJson(archive, path)
    if ('problem' in read) report.skip(path, read.problem)
    else if (!Array.isArray(read.value)) report.skip(path, 'it is not a list')
    else yield* messagesIn(path, read.value, report)
  }
}

function* messagesIn(path: string, messages: readonly unknown[], report: ImportReport): Generator<DayMessage> {
  // A message that is in a thread and in the channel can be there twice.
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const time = isObject(message) ? timeOf(message) : undefined
    const where = `${path}, ${time ?? `message ${index + 1}`}`
    if (!isObject(message) || time === undefined) report.skip(where, 'it has no time')
    else if (!seen.has(time)) yield { message, time, where }
    if (time !== undefined) seen.add(time)
  }
}

import { sql } from 'kysely'
import { BATCH, inBatches } from '../batches.ts'
import { MISSING_FILES } from '../files.ts'
import { KeySet } from '../key-set.ts'
import { isUsable } from '../messages/note-messages.ts'
import { hasPerson, isKnownEmoji, reactionKey, WITHOUT_MESSAGE } from '../messages/reactions.ts'
import { knownAmong } from '../records.ts'
import type { SourceMessage, SourceReaction, SourceUpload } from '../source.ts'
import type { SurveyRun } from './survey-run.ts'

/** Returns the ids of the messages that are here or would come. */
export async function surveyMessages(run: SurveyRun): Promise<KeySet> {
  const ids = new KeySet()
  const files = new KeySet()
  await inBatches(run.source.messages(), BATCH, async (batch) => {
    const before = await messagesHere(run, batch)
    const added: SourceMessage[] = []
    for (const message of batch) {
      const isHere = before.get(message.id)
      if (isHere === undefined ? isUsable(run, message) : isHere) ids.add(message.id)
      if (isHere === undefined && ids.has(message.id)) added.push(message)
    }
    for (const message of added) countMessage(run, message)
    await countFiles(run, added, files)
  })
  return ids
}

/** Of those that an earlier run has imported, whether they are still here. */
async function messagesHere(
  { db, realm, importId }: SurveyRun,
  batch: readonly SourceMessage[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ source_id: string; is_here: boolean }>`
    select i.source_id, i.new_id is null or m.id is not null as is_here
    from import_message i left join message m on m.realm_id = ${realm.id} and m.id = i.new_id
    where i.import_id = ${importId} and i.source_id = any(${batch.map(({ id }) => id)}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.source_id, row.is_here]))
}

/** Several messages may link to one file. */
async function countFiles(run: SurveyRun, messages: readonly SourceMessage[], counted: KeySet): Promise<void> {
  const parts = messages.flatMap(({ content }) => content)
  const linked = parts.flatMap((part) => (typeof part === 'object' && 'file' in part ? [part.file] : []))
  const ids = linked.map(({ id }) => id)
  const before = await knownAmong(run.db, run.importId ?? 0, 'file', ids)
  for (const file of linked) {
    if (before.has(file.id) || !counted.add(file.id)) continue
    if (await isThere(file)) run.count('files')
    else run.report.leftOut(MISSING_FILES, file.where)
  }
}

async function isThere(file: SourceUpload): Promise<boolean> {
  if (file.isFetched) return true
  const content = await file.open()
  await content?.[Symbol.asyncIterator]().return?.()
  return content !== null
}

function countMessage(run: SurveyRun, { reactions = [] }: SourceMessage): void {
  run.count('messages')
  for (const reaction of reactions) countReaction(run, reaction)
}

function countReaction(run: SurveyRun, reaction: SourceReaction): void {
  if (!hasPerson(run, reaction)) return
  if (isKnownEmoji(reaction.emoji, run.emoji)) run.count('reactions')
  else run.report.leftOut('reactions with unknown emoji', `${reaction.where} ${reaction.personId}`)
}

/** Reactions that the source keeps apart from the messages. */
export async function surveyReactions(run: SurveyRun, messages: KeySet): Promise<void> {
  const { db, importId, report, source } = run
  const counted = new KeySet()
  await inBatches(source.reactions?.(), BATCH, async (batch) => {
    const before = await knownAmong(db, importId ?? 0, 'reaction', batch.map(reactionKey))
    for (const row of batch) {
      if (before.has(reactionKey(row)) || !counted.add(reactionKey(row))) continue
      if (messages.has(row.messageId)) countReaction(run, row)
      else report.leftOut(WITHOUT_MESSAGE, row.where)
    }
  })
}

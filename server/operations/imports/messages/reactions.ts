import { sql } from 'kysely'
import { wire } from '../../../../api/wire-name.ts'
import { unicodeEmoji } from '../../../../markdown/emoji/unicode-emoji.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { REACTION_KIND } from '../../../organization/emoji/reaction-present.ts'
import { BATCH, inBatches } from '../batches.ts'
import { jsonText } from '../clean.ts'
import type { ImportRun, KnownRecords } from '../importing.ts'
import { addRecords, knownAmong, stage } from '../records.ts'
import type { SourceReaction, SourceReactionRow } from '../source.ts'

export interface ReactionRow {
  readonly message_id: number
  readonly user_id: number
  readonly kind: number
  readonly emoji_code: string
  readonly emoji_name: string
}

/** The rows of the reactions that we can express. */
export function reactionRows(to: ImportRun, reactions: readonly SourceReaction[], messageId: number): ReactionRow[] {
  return reactions.flatMap((reaction) => {
    if (!hasPerson(to, reaction)) return []
    const userId = to.people.get(reaction.personId)!
    const emoji = emojiOf(to, reaction.emoji)
    if (!emoji) {
      to.report.leftOut('reactions with unknown emoji', `${reaction.where} ${reaction.personId}`)
      return []
    }
    return [{ message_id: messageId, user_id: userId, ...emoji }]
  })
}

/** False, with a report, for a reaction of somebody unknown. */
export function hasPerson({ people, report }: KnownRecords, { where, personId }: SourceReaction): boolean {
  const isThere = people.has(personId)
  if (!isThere) report.skip(where, 'the person of the reaction is not there')
  return isThere
}

const EXTRA = wire('service')

function emojiOf(to: ImportRun, emoji: SourceReaction['emoji']) {
  if ('extra' in emoji)
    return { kind: REACTION_KIND[wire('service_extra_emoji')], emoji_code: EXTRA, emoji_name: EXTRA }
  if ('customId' in emoji) {
    const custom = to.realm.records.emoji.get(to.emoji.get(emoji.customId) ?? 0)
    return custom && { kind: REACTION_KIND.realm_emoji, emoji_code: `${custom.id}`, emoji_name: custom.name }
  }
  const code = codeOf(emoji)
  if (code === undefined) return undefined
  const all = unicodeEmoji()
  const name = all.isNameOf(emoji.name, code) ? emoji.name : all.nameOf(code)
  return name === undefined ? undefined : { kind: REACTION_KIND.unicode_emoji, emoji_code: code, emoji_name: name }
}

function codeOf({ name, code }: { readonly name: string; readonly code?: string }): string | undefined {
  const all = unicodeEmoji()
  return code !== undefined && all.hasCode(code) ? code : all.codeOf(name)
}

/** A survey has only the ids of custom emoji and uses this. */
export const isKnownEmoji = (emoji: SourceReaction['emoji'], custom: ReadonlySet<string>): boolean =>
  'extra' in emoji || ('customId' in emoji ? custom.has(emoji.customId) : codeOf(emoji) !== undefined)

export async function insertReactions(db: Db, realmId: number, rows: readonly ReactionRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reaction (realm_id, message_id, user_id, kind, emoji_code, emoji_name)
    select ${realmId}::int, message_id, user_id, kind, emoji_code, emoji_name
    from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as r (message_id bigint, user_id int, kind int, emoji_code text, emoji_name text)
    on conflict do nothing`.execute(db)
}

/** A message may have been left out, or deleted here since an earlier run. */
export const WITHOUT_MESSAGE = 'reactions to messages that are not here'

/**
 * Reactions that the source keeps apart from the messages. Those to messages that people see already come with the end
 * of the import.
 */
export async function importReactions(to: ImportRun): Promise<void> {
  let count = 0
  await inBatches(to.source.reactions?.(), BATCH, async (batch) => {
    const known = await knownAmong(to.db, to.importId, 'reaction', batch.map(reactionKey))
    const fresh = [...new Map(batch.map((row) => [reactionKey(row), row])).values()].filter(
      (row) => !known.has(reactionKey(row)),
    )
    const ids = await messageIds(to, fresh)
    const rows = fresh.flatMap((row) => {
      const id = ids.get(row.messageId)
      if (id === undefined) to.report.leftOut(WITHOUT_MESSAGE, row.where)
      return id === undefined ? [] : reactionRows(to, [row], id)
    })
    const isHidden = (row: ReactionRow) => row.message_id > to.finishedUpto
    const keys = fresh.filter((row) => ids.has(row.messageId)).map((row) => [reactionKey(row), 0] as const)
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'reaction', keys)
      await insertReactions(tx, to.realm.id, rows.filter(isHidden))
      const visible = rows.filter((row) => !isHidden(row)).map((row) => ({ realm_id: to.realm.id, ...row }))
      await stage(tx, to.importId, 'reaction', visible)
    })
    count += rows.length
    to.progress('reactions', count)
  })
  if (count > 0) to.added('reactions', count)
}

export const reactionKey = ({ messageId, personId, emoji }: SourceReactionRow): string =>
  `${messageId} ${personId} ${'name' in emoji ? (emoji.code ?? emoji.name) : Object.values(emoji)[0]}`

/** Only messages that exist: one that was imported earlier may have been deleted here. */
async function messageIds(to: ImportRun, rows: readonly SourceReactionRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await sql<{ source_id: string; id: number }>`
    select i.source_id, m.id from import_message i join message m on m.realm_id = ${to.realm.id} and m.id = i.new_id
    where i.import_id = ${to.importId} and i.source_id = any(${rows.map((row) => row.messageId)}::text[])`.execute(
    to.db,
  )
  return new Map(found.map((row) => [row.source_id, row.id]))
}

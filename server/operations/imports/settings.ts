import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { newFileToken } from '../../kernel/files/file-name.ts'
import { iconPicture } from '../../kernel/files/pictures.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { emojiFromRow } from '../../kernel/realm-state/records/custom-emoji.ts'
import { linkifierFromRow } from '../../kernel/realm-state/records/linkifier.ts'
import { checkEmojiName } from '../../organization/emoji/emoji-name.ts'
import { checkAmongOthers, checkLinkifier } from '../../organization/linkifiers/check-linkifier.ts'
import { freeName } from './free-name.ts'
import { draft, type ImportRun } from './importing.ts'
import { permitted } from './permitted.ts'
import { bytesOf, EMOJI_PIXELS, orNull } from './pictures.ts'
import { addRecords, knownAmong, reserveIds, stage, stagedRows } from './records.ts'
import type { SourceEmoji, SourceLinkifier } from './source.ts'

type EmojiRow = Selectable<Tables['custom_emoji']>
type LinkifierRow = Selectable<Tables['linkifier']>

export const MAX_EMOJI_NAME_LENGTH = 100
/** Behind the name of an emoji that is taken. */
export const TAKEN_EMOJI = '_imported'

export async function importEmoji(to: ImportRun): Promise<void> {
  for (const row of await stagedRows<EmojiRow>(to.db, to.importId, 'custom_emoji'))
    draft(to.realm, [{ put: 'emoji', value: emojiFromRow(row) }])
  for await (const emoji of to.source.emoji?.() ?? []) {
    if (to.emoji.has(emoji.id)) continue
    const row = await emojiRow(to, emoji)
    if (!row) {
      to.report.leftOut('custom emoji', emoji.where)
      continue
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'emoji', [[emoji.id, row.id]])
      await stage(tx, to.importId, 'custom_emoji', [row])
    })
    to.emoji.set(emoji.id, row.id)
    draft(to.realm, [{ put: 'emoji', value: emojiFromRow(row) }])
    to.added('custom emoji')
  }
}

/** The name and the format of an emoji. Undefined if its name or its picture cannot be used. */
export async function usableEmoji(emoji: SourceEmoji) {
  const name = permitted(() => checkEmojiName(emoji.name.toLowerCase()))
  if (name === undefined) return undefined
  const bytes = await bytesOf(emoji.picture)
  const icon = bytes && (await orNull(() => iconPicture(async () => bytes, EMOJI_PIXELS)))
  return icon ? { name, format: icon.format } : undefined
}

async function emojiRow(to: ImportRun, emoji: SourceEmoji): Promise<EmojiRow | undefined> {
  const usable = await usableEmoji(emoji)
  if (!usable) return undefined
  const { name, format } = usable
  const isActive = emoji.isActive ?? true
  const isTaken = (one: string) => isActive && to.realm.records.emoji.find('name', one) !== undefined
  const [id] = await reserveIds(to.db, 'custom_emoji', 1)
  return {
    id: id!,
    realm_id: to.realm.id,
    name: freeName(name, MAX_EMOJI_NAME_LENGTH, isTaken, TAKEN_EMOJI),
    author_id: to.people.get(emoji.authorId ?? '') ?? null,
    token: newFileToken(),
    format,
    added_seq: 0,
    // The end of the import knows the positions.
    deactivated_seq: isActive ? null : 0,
    created_at: to.now,
  }
}

export async function importLinkifiers(to: ImportRun): Promise<void> {
  for (const row of await stagedRows<LinkifierRow>(to.db, to.importId, 'linkifier'))
    draft(to.realm, [{ put: 'linkifier', value: linkifierFromRow(row) }])
  for await (const linkifier of to.source.linkifiers?.() ?? []) {
    if ((await knownAmong(to.db, to.importId, 'linkifier', [linkifier.id])).size > 0) continue
    const row = await linkifierRow(to, linkifier)
    if (!row) {
      to.report.leftOut('linkifiers', linkifier.where)
      continue
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'linkifier', [[linkifier.id, row.id]])
      await stage(tx, to.importId, 'linkifier', [row])
    })
    draft(to.realm, [{ put: 'linkifier', value: linkifierFromRow(row) }])
    to.added('linkifiers')
  }
}

export const isPermittedLinkifier = (realm: RealmState, { pattern, urlTemplate }: SourceLinkifier): boolean =>
  permitted(() => {
    checkLinkifier({ pattern, urlTemplate, exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] })
    checkAmongOthers(realm, pattern)
    return true
  }) ?? false

async function linkifierRow(to: ImportRun, linkifier: SourceLinkifier): Promise<LinkifierRow | undefined> {
  const { pattern, urlTemplate } = linkifier
  if (!isPermittedLinkifier(to.realm, linkifier)) return undefined
  const [id] = await reserveIds(to.db, 'linkifier', 1)
  const positions = [...to.realm.records.linkifier.values()].map(({ position }) => position)
  return {
    id: id!,
    realm_id: to.realm.id,
    pattern,
    url_template: urlTemplate,
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
    position: Math.max(0, ...positions) + 1,
  }
}

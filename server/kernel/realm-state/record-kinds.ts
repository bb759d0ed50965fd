import type { Selectable } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import type { Tables } from '../db/tables.ts'
import type { Channel } from './channel.ts'
import { channelFromRow, groupFromRow, userFromRow } from './from-rows.ts'
import type { Group } from './group.ts'
import { type RecordKind, type RowReader, recordKind } from './record-kind.ts'
import { ALERT_WORD_INDEXES, type AlertWords } from './records/alert-words.ts'
import { type Bot, botFromRow } from './records/bot.ts'
import { type CustomEmoji, emojiFromRow } from './records/custom-emoji.ts'
import { DIRECT_PARTNERS, type DirectPartners } from './records/direct-partners.ts'
import { type Linkifier, linkifierFromRow } from './records/linkifier.ts'
import { MUTED_CHANNELS, type MutedChannels } from './records/muted-channels.ts'
import { MUTE_INDEXES, type Mutes } from './records/mutes.ts'
import { type ProfileField, profileFieldFromRow } from './records/profile-field.ts'
import { SESSION_INDEXES, SESSIONS, type Sessions } from './records/sessions.ts'
import { statusFromRow, type UserStatus } from './records/user-status.ts'
import { Collection } from './structures/collection.ts'
import type { User } from './user.ts'

const emailsOf = ({ apiEmail, deliveryEmail }: User) => [foldCase(apiEmail), foldCase(deliveryEmail)]

const accounts = async (rows: RowReader, areSystemBots: boolean): Promise<User[]> =>
  (
    await rows.query<Selectable<Tables['account']>>(
      `select * from account where realm_id = $1 and is_system_bot = ${areSystemBots} order by id`,
    )
  ).map((row) => userFromRow(row, rows.realm.host))

const user = recordKind({
  keyOf: ({ id }: User) => id,
  indexes: { email: emailsOf, name: ({ fullName }) => [foldCase(fullName)] },
  load: (rows) => accounts(rows, false),
})

const systemBot = recordKind({
  keyOf: ({ id }: User) => id,
  indexes: { email: emailsOf },
  load: (rows) => accounts(rows, true),
})

const channel = recordKind({
  keyOf: ({ id }: Channel) => id,
  indexes: {
    // Archiving a channel frees its name.
    name: ({ isArchived, name }) => (isArchived ? [] : [foldCase(name)]),
    archivedName: ({ isArchived, name }) => (isArchived ? [foldCase(name)] : []),
    conversation: ({ convId }) => [`${convId}`],
  },
  load: async (rows) => (await rows.table('channel')).map(channelFromRow),
})

interface GroupParts {
  readonly id: number
  readonly members: number[]
  readonly subgroups: number[]
}

const GROUP_PARTS = `select g.id,
    array(select user_id from group_member where group_id = g.id order by 1) as members,
    array(select subgroup_id from group_subgroup where group_id = g.id order by 1) as subgroups
  from user_group g where g.realm_id = $1`

const group = recordKind({
  keyOf: ({ id }: Group) => id,
  indexes: {
    name: ({ name }) => [foldCase(name)],
    system: ({ isSystem, name }) => (isSystem ? [name] : []),
  },
  async load(rows) {
    const parts = new Map((await rows.query<GroupParts>(GROUP_PARTS)).map((row) => [row.id, row]))
    return (await rows.table('user_group')).map((row) => {
      const { members, subgroups } = parts.get(row.id)!
      return groupFromRow(row, members, subgroups)
    })
  },
})

const emoji = recordKind({
  keyOf: ({ id }: CustomEmoji) => id,
  // A deactivated one frees its name.
  indexes: { name: ({ deactivatedSeq, name }) => (deactivatedSeq === null ? [name] : []) },
  load: async (rows) => (await rows.table('custom_emoji')).map(emojiFromRow),
})

const profileField = recordKind({
  keyOf: ({ id }: ProfileField) => id,
  indexes: { name: ({ name }) => [name] },
  load: async (rows) => (await rows.table('profile_field')).map(profileFieldFromRow),
})

const linkifier = recordKind({
  keyOf: ({ id }: Linkifier) => id,
  indexes: { pattern: ({ pattern }) => [pattern] },
  load: async (rows) => (await rows.table('linkifier')).map(linkifierFromRow),
})

const alertWords = recordKind({
  keyOf: ({ userId }: AlertWords) => userId,
  indexes: ALERT_WORD_INDEXES,
  load: async (rows) => (await rows.table('alert_words')).map((row) => ({ userId: row.user_id, words: row.words })),
})

const mutedChannels = recordKind({
  keyOf: ({ userId }: MutedChannels) => userId,
  indexes: {},
  load: (rows) => rows.query<MutedChannels>(MUTED_CHANNELS),
})

const userStatus = recordKind({
  keyOf: ({ userId }: UserStatus) => userId,
  indexes: {},
  load: async (rows) => (await rows.table('user_status')).map(statusFromRow),
})

const CURRENT_MUTES = `select m.user_id as "userId", json_agg(json_build_object('id', m.muted_id, 'at', m.at) order by m.from_seq) as muted
  from mute m join account a on a.id = m.user_id
  where a.realm_id = $1 and m.to_seq is null group by m.user_id`

const mutes = recordKind({
  keyOf: ({ userId }: Mutes) => userId,
  indexes: MUTE_INDEXES,
  load: (rows) => rows.query<Mutes>(CURRENT_MUTES),
})

const directPartners = recordKind({
  keyOf: ({ userId }: DirectPartners) => userId,
  indexes: {},
  load: (rows) => rows.query<DirectPartners>(DIRECT_PARTNERS),
})

const bot = recordKind({
  keyOf: ({ userId }: Bot) => userId,
  indexes: {},
  load: async (rows) => (await rows.table('bot')).map(botFromRow),
})

const sessions = recordKind({
  keyOf: ({ userId }: Sessions) => userId,
  indexes: SESSION_INDEXES,
  load: (rows) => rows.query<Sessions>(SESSIONS),
})

/** The kinds that the kernel or several features read. Others are in `records` of the door of their feature. */
export const KERNEL_KINDS = {
  user,
  systemBot,
  channel,
  group,
  emoji,
  profileField,
  linkifier,
  alertWords,
  mutedChannels,
  userStatus,
  mutes,
  bot,
  sessions,
  directPartners,
}

/** Every kind of record that memory holds. A feature adds its own with `declare module`. */
export interface RecordKinds extends KernelKinds {}
type KernelKinds = typeof KERNEL_KINDS
export type RecordName = keyof RecordKinds

type KindTypes<Kind> = Kind extends RecordKind<infer T, infer K, infer Index> ? { T: T; K: K; Index: Index } : never
export type RecordOf<Name extends RecordName> = KindTypes<RecordKinds[Name]>['T']
export type KeyOf<Name extends RecordName> = KindTypes<RecordKinds[Name]>['K']

export type Records = {
  readonly [Name in RecordName]: Collection<RecordOf<Name>, KeyOf<Name>, KindTypes<RecordKinds[Name]>['Index']>
}

/** `kinds` is complete in a server. The kernel's own tests load only its kinds. */
export const emptyRecords = (kinds: Partial<RecordKinds> = KERNEL_KINDS): Records =>
  mapped(kinds, (kind) => new Collection(kind as unknown as RecordKind<object>))

export const overlayRecords = (base: Records): Records => mapped(base, (records) => records.overlay())

const mapped = <T extends object>(all: T, make: (one: T[keyof T]) => unknown): Records =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)])) as unknown as Records

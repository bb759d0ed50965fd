import type { Selectable } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import type { Tables } from '../db/tables.ts'
import type { Channel } from './channel.ts'
import { channelFromRow, groupFromRow, userFromRow } from './from-rows.ts'
import type { Group } from './group.ts'
import { type RecordKind, type RowReader, recordKind } from './record-kind.ts'
import { ALERT_WORD_INDEXES, type AlertWords } from './records/alert-words.ts'
import { type Bot, botFromRow } from './records/bot.ts'
import { type ChannelFolder, folderFromRow } from './records/channel-folder.ts'
import { type CustomEmoji, emojiFromRow } from './records/custom-emoji.ts'
import { type DefaultChannelGroup, defaultGroupFromRow } from './records/default-channel-group.ts'
import { DIRECT_PARTNERS, type DirectPartners } from './records/direct-partners.ts'
import { type Domain, domainFromRow } from './records/domain.ts'
import { type Linkifier, linkifierFromRow } from './records/linkifier.ts'
import { MUTED_CHANNELS, type MutedChannels } from './records/muted-channels.ts'
import { MUTE_INDEXES, type Mutes } from './records/mutes.ts'
import { type Playground, playgroundFromRow } from './records/playground.ts'
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
  // A deactivated one gives its name free.
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

const domain = recordKind({
  keyOf: ({ id }: Domain) => id,
  indexes: { name: ({ name }) => [name] },
  load: async (rows) => (await rows.table('realm_domain')).map(domainFromRow),
})

const playground = recordKind({
  keyOf: ({ id }: Playground) => id,
  indexes: {},
  load: async (rows) => (await rows.table('playground')).map(playgroundFromRow),
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

const channelFolder = recordKind({
  keyOf: ({ id }: ChannelFolder) => id,
  // An archived one gives its name free.
  indexes: { name: ({ isArchived, name }) => (isArchived ? [] : [foldCase(name)]) },
  load: async (rows) => (await rows.table('channel_folder')).map(folderFromRow),
})

const defaultChannelGroup = recordKind({
  keyOf: ({ id }: DefaultChannelGroup) => id,
  indexes: { name: ({ name }) => [name] },
  load: async (rows) => (await rows.table('default_channel_group')).map(defaultGroupFromRow),
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

/** Every kind of record that memory holds. A feature that needs another kind adds it here. */
export const RECORD_KINDS = {
  user,
  systemBot,
  channel,
  group,
  emoji,
  profileField,
  linkifier,
  domain,
  playground,
  alertWords,
  mutedChannels,
  channelFolder,
  defaultChannelGroup,
  userStatus,
  mutes,
  bot,
  sessions,
  directPartners,
}

type Kinds = typeof RECORD_KINDS
export type RecordName = keyof Kinds

type Typed<Kind> = Kind extends RecordKind<infer T, infer K, infer Index> ? { T: T; K: K; Index: Index } : never
export type RecordOf<Name extends RecordName> = Typed<Kinds[Name]>['T']
export type KeyOf<Name extends RecordName> = Typed<Kinds[Name]>['K']

export type Records = {
  readonly [Name in RecordName]: Collection<RecordOf<Name>, KeyOf<Name>, Typed<Kinds[Name]>['Index']>
}

const NAMES = Object.keys(RECORD_KINDS) as RecordName[]

const build = (make: (name: RecordName) => unknown): Records =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)])) as unknown as Records

export const emptyRecords = (): Records => build((name) => new Collection(RECORD_KINDS[name] as RecordKind<object>))

export const overlayRecords = (base: Records): Records => build((name) => base[name].overlay())

import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { SystemBotName } from '../../kernel/realm-state/system-bots.ts'
import type { ImportReport } from './report.ts'

/** A record of another system. */
export interface SourceRecord {
  /** The id that the source uses. It is unique for its kind, and the same in a later export of the same source. */
  readonly id: string
  /** Where the record is, for reports: file and line, or file and id. */
  readonly where: string
}

/** The bytes of a file. The core opens it at most once per run, and checks the size while it reads. */
export interface SourceFile extends SourceRecord {
  readonly name: string
  /** Content type. Null if the source does not say. */
  readonly type: string | null
  /** Null if the source does not say. */
  readonly size: number | null
  /** Null if the file is missing in the archive. */
  open(): Promise<AsyncIterable<Uint8Array> | null>
}

/** A file that messages link to. */
export interface SourceUpload extends SourceFile {
  /** The person who uploaded it. Without it, the sender of the first message that links to it. */
  readonly ownerId?: string
  readonly createdAt?: number
  /** Opening it asks another server, which a dry run does not do. */
  readonly isFetched?: boolean
}

/** A part of a text. The core writes the new names, ids and addresses. All ids are those of the source. */
export type TextPart =
  /** Markdown of our dialect, taken as it is. */
  | string
  /** A mention. `silent` notifies nobody. */
  | { readonly person: string; readonly silent?: boolean; readonly else?: string }
  | { readonly group: string; readonly silent?: boolean; readonly else?: string }
  /** `#**channel**`, or the bare address. */
  | { readonly channel: string; readonly as?: 'link' | 'address'; readonly else?: string }
  /** `#**channel>topic**`, or the bare address. */
  | { readonly topic: string; readonly channelId: string; readonly as?: 'link' | 'address'; readonly else?: string }
  /** A link to a message: `#**channel>topic@id**`, or the bare address, for the inside of `[text](…)`. */
  | { readonly message: string; readonly as?: 'link' | 'address'; readonly else?: string }
  /** A link to an upload: `[name](address)`, or the bare address. */
  | { readonly file: SourceUpload; readonly as?: 'link' | 'address'; readonly else?: string }

/** `else` of a part is written when the source does not have the record. */
export type SourceText = readonly TextPart[]

export type SourceRole = 100 | 200 | 300 | 400 | 600

export interface SourcePerson extends SourceRecord {
  /** The core matches accounts by it. Formats without addresses make one up under `.invalid`. */
  readonly email: string
  readonly fullName: string
  readonly role: SourceRole
  readonly isActive: boolean
  readonly isBot: boolean
  /** A bot of the system itself, which we have too. It is not created. */
  readonly systemBot?: SystemBotName
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; others become generic. */
  readonly botType?: number
  readonly ownerId?: string
  readonly joinedAt?: number
  readonly timezone?: string
  readonly avatar?: SourceFile
  /** Settings by our names. Unknown names and values that do not fit are counted and left out. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Values of profile fields by the source's ids of the fields. */
  readonly profile?: Readonly<Record<string, string>>
}

/** A permission: a named group of ours (`role:members`), a group of the source, or people and groups. */
export type SourcePermission =
  | { readonly role: string }
  | { readonly group: string }
  | { readonly people: readonly string[]; readonly groups: readonly SourcePermission[] }

export interface SourceGroup extends SourceRecord {
  readonly name: string
  readonly description?: string
  readonly creatorId?: string
  readonly createdAt?: number
  readonly isActive?: boolean
  readonly people: readonly string[]
  readonly subgroups?: readonly SourcePermission[]
  /** By our names: `can_mention_group` … */
  readonly permissions?: Readonly<Record<string, SourcePermission>>
}

export interface SourceFolder extends SourceRecord {
  readonly name: string
  readonly description?: string
  readonly creatorId?: string
  readonly isArchived?: boolean
}

export interface SourceChannel extends SourceRecord {
  readonly name: string
  readonly description?: SourceText
  readonly creatorId?: string
  readonly createdAt?: number
  /** Private. */
  readonly inviteOnly?: boolean
  readonly isWebPublic?: boolean
  /** True unless said otherwise: new subscribers see what was sent before. */
  readonly historyPublic?: boolean
  readonly isArchived?: boolean
  readonly isDefault?: boolean
  /** `inherit`, `allow_empty_topic`, `disable_empty_topic` or `empty_topic_only`. */
  readonly topicsPolicy?: string
  readonly retentionDays?: number
  readonly folderId?: string
  /** By our names: `can_send_message_group` … */
  readonly permissions?: Readonly<Record<string, SourcePermission>>
}

export interface SourceSubscription {
  readonly where: string
  readonly personId: string
  readonly channelId: string
  /** False for a person who has left. */
  readonly isActive?: boolean
  readonly color?: string
  readonly isMuted?: boolean
  readonly pinToTop?: boolean
  /** By our names: `desktop_notifications` … Null follows the person's setting. */
  readonly notifications?: Readonly<Record<string, boolean | null>>
}

export interface SourceReaction {
  readonly where: string
  readonly personId: string
  /** It has our name, or it is a custom emoji of the source. */
  readonly emoji:
    | { readonly name: string; readonly code?: string }
    | { readonly customId: string }
    | { readonly extra: string }
}

export interface SourceEdit {
  /** Null if unknown. */
  readonly personId: string | null
  readonly at: number
  /** What was there before the change. Absent parts did not change. */
  readonly previousContent?: SourceText
  readonly previousTopic?: string
  readonly previousChannelId?: string
}

/** What one person has of a message. */
export interface SourceMark {
  readonly personId: string
  readonly unread?: boolean
  readonly starred?: boolean
  readonly collapsed?: boolean
  /** Mentions: what the source recorded. Without marks the core finds them in the text. */
  readonly mentioned?: boolean
  readonly wildcardMentioned?: boolean
}

export interface SourceMessage extends SourceRecord {
  readonly senderId: string
  /** Seconds. Fractions decide the order of messages of one second. */
  readonly sentAt: number
  readonly to: /** `besideId`: a message of the same thread. If an earlier run imported it, the topic that it has now is taken. */
    | { readonly channelId: string; readonly topic: string; readonly besideId?: string }
    /** Everybody in the conversation, with or without the sender. */
    | { readonly people: readonly string[] }
  readonly content: SourceText
  /** The name of the client that sent it. */
  readonly client?: string
  readonly reactions?: readonly SourceReaction[]
  /** The oldest first. */
  readonly edits?: readonly SourceEdit[]
  readonly marks?: readonly SourceMark[]
  /**
   * Who received it, if the source knows. With it, people see in a channel with protected history what they received;
   * without it, everybody who is subscribed has received everything.
   */
  readonly receivedBy?: readonly string[]
}

/** A reaction that the source keeps apart from its message. */
export interface SourceReactionRow extends SourceReaction {
  readonly messageId: string
}

export interface SourceEmoji extends SourceRecord {
  readonly name: string
  readonly authorId?: string
  readonly isActive?: boolean
  readonly picture: SourceFile
}

export interface SourceLinkifier extends SourceRecord {
  readonly pattern: string
  readonly urlTemplate: string
}

export interface SourceProfileField extends SourceRecord {
  readonly name: string
  readonly hint?: string
  /** The number of the type, as in the API. */
  readonly type: number
  readonly fieldData?: string
  readonly displayInSummary?: boolean
}

export interface SourceTopicPolicy {
  readonly where: string
  readonly personId: string
  readonly channelId: string
  readonly topic: string
  /** 1 muted, 2 unmuted, 3 followed. */
  readonly policy: 1 | 2 | 3
  readonly at?: number
}

export interface SourceMutedPerson {
  readonly where: string
  readonly personId: string
  readonly mutedId: string
  readonly at?: number
}

export interface SourceScheduledMessage extends SourceRecord {
  readonly senderId: string
  readonly deliverAt: number
  readonly to: SourceMessage['to']
  readonly content: SourceText
}

export interface SourceSnippet extends SourceRecord {
  readonly personId: string
  readonly title: string
  readonly content: string
  readonly createdAt?: number
}

export interface SourceDraft extends SourceRecord {
  readonly personId: string
  readonly to: SourceMessage['to'] | null
  readonly content: SourceText
  readonly at: number
}

export interface SourceAlertWords {
  readonly where: string
  readonly personId: string
  readonly words: readonly string[]
}

type Rows<T> = AsyncIterable<T>

/**
 * An archive of another system as neutral records. Each list can be read several times and keeps nothing in memory. A
 * record that cannot be read goes to `report.skip`, what we cannot express to `report.leftOut`.
 */
export interface ImportSource {
  readonly format: string
  /** Names the organization of the source, the same in a later export of it. */
  readonly identity: string
  /** The name of the organization, for the report. */
  readonly name: string
  people(): Rows<SourcePerson>
  channels(): Rows<SourceChannel>
  subscriptions(): Rows<SourceSubscription>
  messages(): Rows<SourceMessage>
  groups?(): Rows<SourceGroup>
  folders?(): Rows<SourceFolder>
  emoji?(): Rows<SourceEmoji>
  linkifiers?(): Rows<SourceLinkifier>
  profileFields?(): Rows<SourceProfileField>
  reactions?(): Rows<SourceReactionRow>
  topicPolicies?(): Rows<SourceTopicPolicy>
  mutedPeople?(): Rows<SourceMutedPerson>
  scheduledMessages?(): Rows<SourceScheduledMessage>
  snippets?(): Rows<SourceSnippet>
  drafts?(): Rows<SourceDraft>
  alertWords?(): Rows<SourceAlertWords>
  /** Settings of the organization by our names, for a new organization only. */
  settings?(): Promise<Readonly<Record<string, unknown>>>
  /** The same for permissions: `can_create_groups` … */
  permissions?(): Promise<Readonly<Record<string, SourcePermission>>>
  close(): Promise<void>
}

export interface OpenOptions {
  readonly report: ImportReport
  /** Fetch files that the archive only links to. */
  readonly fetchFiles: boolean
  /** The guarded client to fetch them with. */
  readonly outgoing?: OutgoingRequests
}

/** Opens an archive. Refuses a foreign or hostile one with a StartupRefusal of one sentence. */
export type OpenSource = (path: string, options: OpenOptions) => Promise<ImportSource>

import { foldCase } from '../../../api/fold-case.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { LogRow } from '../log/log-row.ts'
import type { Channel } from './channel.ts'
import type { GroupSetting } from './group.ts'
import { Groups } from './groups.ts'
import type { RealmInfo } from './realm-info.ts'
import { emptyRecords, overlayRecords, type Records } from './record-kinds.ts'
import type { StateChange } from './state-change.ts'
import type { Collection } from './structures/collection.ts'
import { Memberships } from './structures/memberships.ts'
import { MessageIds } from './structures/message-ids.ts'
import { type PlaceFacts, Places } from './structures/places.ts'
import { SYSTEM_BOTS, type SystemBotName } from './system-bots.ts'
import { ROLE, type User } from './user.ts'

const DAY = 86_400

/** All data that memory has of an organization. A reload replaces the whole object. */
interface RealmData {
  seq: number
  info: RealmInfo
  readonly records: Records
  readonly groups: Groups
  readonly memberships: Memberships
  readonly places: Places
  /** The generation of the newest server start in the log. */
  generation: number
  /** The last row that moved or deleted messages. Facts about messages that were read before it may be out of date. */
  relocatedAt: number
  /** The last row that changed records, settings or memberships. */
  changedAt: number
  /** The last row that was neither a message nor a reaction. */
  otherAt: number
}

/**
 * One organization in memory. It has everything that authentication and permissions need, so they need no query. It is
 * always exactly at position `seq` of the log.
 */
export class RealmState {
  readonly messageIds: MessageIds
  readonly #clock: Clock
  #held: RealmData

  constructor(info: RealmInfo, seq: number, clock: Clock, messageIds = new MessageIds(), records = emptyRecords()) {
    this.messageIds = messageIds
    this.#clock = clock
    const groups = new Groups(records.group)
    this.#held = {
      seq,
      info,
      records,
      groups,
      memberships: new Memberships(),
      places: new Places(),
      generation: 0,
      relocatedAt: seq,
      changedAt: seq,
      otherAt: seq,
    }
  }

  /** A copy-on-write view. Its changes do not affect this state. */
  overlay(): RealmState {
    const { seq, info, records, memberships, generation, relocatedAt, changedAt, otherAt } = this.#held
    const overlay = new RealmState(info, seq, this.#clock, this.messageIds, overlayRecords(records))
    overlay.#held = { ...overlay.#held, memberships: memberships.overlay(), generation }
    Object.assign(overlay.#held, { relocatedAt, changedAt, otherAt })
    return overlay
  }

  get seq(): number {
    return this.#held.seq
  }

  get info(): RealmInfo {
    return this.#held.info
  }

  get records(): Records {
    return this.#held.records
  }

  get users(): Records['user'] {
    return this.#held.records.user
  }

  /** Separate from `users`, so that lists of users do not include them by accident. */
  get systemBots(): Records['systemBot'] {
    return this.#held.records.systemBot
  }

  get channels(): Records['channel'] {
    return this.#held.records.channel
  }

  get groups(): Groups {
    return this.#held.groups
  }

  get memberships(): Memberships {
    return this.#held.memberships
  }

  get places(): Places {
    return this.#held.places
  }

  get generation(): number {
    return this.#held.generation
  }

  get relocatedAt(): number {
    return this.#held.relocatedAt
  }

  /** Decisions by memory that were made at or after this position are still right. */
  get changedAt(): number {
    return this.#held.changedAt
  }

  /** Flags of messages that were read at or after this position are still right, and all else about them. */
  get otherAt(): number {
    return this.#held.otherAt
  }

  /** Seconds. */
  get now(): number {
    return seconds(this.#clock)
  }

  get id(): number {
    return this.info.id
  }

  get name(): string {
    return this.info.name
  }

  get isDeactivated(): boolean {
    return this.info.deactivated
  }

  /** Finds a user by the real or the visible address, ignoring case. */
  userByEmail(email: string): User | undefined {
    return this.users.find('email', foldCase(email.trim()))
  }

  /** A user or a system bot. */
  account(id: number): User | undefined {
    return this.users.get(id) ?? this.systemBots.get(id)
  }

  /** A user or a system bot. */
  accountByEmail(email: string): User | undefined {
    return this.userByEmail(email) ?? this.systemBots.find('email', foldCase(email.trim()))
  }

  systemBot(name: SystemBotName): User {
    const bot = this.systemBots.find('email', SYSTEM_BOTS[name].email)
    if (!bot) throw new Error(`organization ${this.id} has no ${SYSTEM_BOTS[name].fullName}`)
    return bot
  }

  /** All users with this name, ignoring case, oldest account first. */
  usersNamed(fullName: string): User[] {
    return this.users.findAll('name', foldCase(fullName))
  }

  /** Finds active channels only. Archiving a channel frees its name. */
  channelByName(name: string): Channel | undefined {
    return this.channels.find('name', foldCase(name.trim()))
  }

  /** Finds the active channel with this name, or else the newest archived one. */
  channelEverNamed(name: string): Channel | undefined {
    return this.channelByName(name) ?? this.channels.findAll('archivedName', foldCase(name.trim())).at(-1)
  }

  channelOfConversation(convId: number): Channel | undefined {
    return this.channels.find('conversation', `${convId}`)
  }

  /** True if the user is in the group. permissions.ts checks what a named setting permits. */
  isIn(setting: GroupSetting, user: User): boolean {
    return this.groups.contains(setting, user, this.isFullMember(user))
  }

  membersOf(groupId: number): ReadonlySet<number> {
    const { now } = this
    const { waiting_period_threshold: waitingDays } = this.info.settings
    return this.groups.membersOf(groupId, this.users, (user) => this.isFullMember(user, waitingDays, now))
  }

  /** A member becomes a full member after the waiting period, without any change in the log. */
  isFullMember(
    user: User,
    waitingDays: number = this.info.settings.waiting_period_threshold,
    now: number = this.now,
  ): boolean {
    if (user.role !== ROLE.member) return user.role < ROLE.member
    const age = now - user.dateJoined
    return Math.floor(age / DAY) >= waitingDays
  }

  apply(row: LogRow): void {
    const { event, message, state = [] } = row.payload
    for (const change of state) this.#change(change, row.seq)
    if (state.some(isDecisive)) this.#held.changedAt = row.seq
    if (!message && event?.type !== 'reaction') this.#held.otherAt = row.seq
    if (event?.type === 'restart') this.#held.generation = Math.max(this.generation, event.server_generation)
    if (message) {
      this.places.advance(message.convId)
      this.messageIds.overtake(message.id)
    }
    this.#held.seq = row.seq
  }

  /** Replaces the content. All references to this object then see the newer state. */
  replaceWith(newer: RealmState): void {
    this.#held = newer.#held
  }

  /** Ignores facts that were read at another position of the log. */
  learn(seq: number, learned: PlaceFacts): void {
    if (seq === this.seq) this.places.learn(learned)
  }

  /** Later messages come after those for which ids and positions were reserved. */
  #skip(lastId: number): void {
    this.places.forget()
    this.messageIds.overtake(lastId)
  }

  #change(change: StateChange, seq: number): void {
    const held = this.#held
    // The account itself is another change. This one is for its polls.
    if ('newKeyOf' in change) return
    if ('join' in change) for (const user of change.users) held.memberships.join(user, change.join, seq)
    else if ('leave' in change) for (const user of change.users) held.memberships.leave(user, change.leave, seq)
    else if ('forgetTopics' in change) held.places.forgetTopics(change.forgetTopics)
    else if ('relocated' in change) held.relocatedAt = seq
    else if ('reservedUpTo' in change) this.#skip(change.reservedUpTo)
    else if ('remove' in change) held.records[change.remove].remove(change.key)
    else if (change.put === 'realm') held.info = change.value
    else (held.records[change.put] as unknown as Collection<object>).put(change.value)
  }
}

/** Whether decisions about messages may depend on it. */
const isDecisive = (change: StateChange): boolean => !('relocated' in change || 'forgetTopics' in change)

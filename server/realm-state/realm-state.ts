import { foldCase } from '../../api/fold-case.ts'
import type { LogRow } from '../log/log-row.ts'
import type { Channel } from './channel.ts'
import type { GroupSetting } from './group.ts'
import { Groups } from './groups.ts'
import { Memberships } from './memberships.ts'
import { MessageIds } from './message-ids.ts'
import { type Learned, Places } from './places.ts'
import type { RealmInfo } from './realm-info.ts'
import type { StateChange } from './state-change.ts'
import { SYSTEM_BOTS, type SystemBotName } from './system-bots.ts'
import { ROLE, type User } from './user.ts'

const DAY = 86_400

const emailKeys = ({ apiEmail, deliveryEmail }: User): string[] => [foldCase(apiEmail), foldCase(deliveryEmail)]

/**
 * One organization in memory: everything authentication and permissions need, so that they cost no statement. It is
 * always exactly at position `seq` of the log.
 */
export class RealmState {
  seq: number
  info: RealmInfo
  /** The accounts of the organization. */
  readonly users = new Map<number, User>()
  /** Kept apart from `users`, so that lists of users do not show them by accident. */
  readonly systemBots = new Map<number, User>()
  readonly channels = new Map<number, Channel>()
  readonly groups = new Groups()
  readonly memberships = new Memberships()
  readonly places = new Places()
  readonly messageIds: MessageIds
  #byEmail = new Map<string, number>()
  #byFullName = new Map<string, readonly number[]>()
  #byChannelName = new Map<string, number>()
  #byConversation = new Map<number, number>()

  constructor(info: RealmInfo, seq: number, messageIds = new MessageIds()) {
    this.info = info
    this.seq = seq
    this.messageIds = messageIds
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

  /** By the real address or the one on the wire, whatever the case. */
  userByEmail(email: string): User | undefined {
    const user = this.accountByEmail(email)
    return user?.isSystemBot ? undefined : user
  }

  /** A user or a system bot. */
  account(id: number): User | undefined {
    return this.users.get(id) ?? this.systemBots.get(id)
  }

  /** A user or a system bot. */
  accountByEmail(email: string): User | undefined {
    const id = this.#byEmail.get(foldCase(email.trim()))
    return id === undefined ? undefined : this.account(id)
  }

  systemBot(name: SystemBotName): User {
    const bot = this.accountByEmail(SYSTEM_BOTS[name].email)
    if (!bot?.isSystemBot) throw new Error(`organization ${this.id} has no ${SYSTEM_BOTS[name].fullName}`)
    return bot
  }

  /** All who bear that name, whatever the case, the longest here first. */
  usersNamed(fullName: string): User[] {
    return (this.#byFullName.get(foldCase(fullName)) ?? []).flatMap((id) => this.users.get(id) ?? [])
  }

  /** Active channels only: an archived one gives its name free. */
  channelByName(name: string): Channel | undefined {
    const id = this.#byChannelName.get(foldCase(name.trim()))
    return id === undefined ? undefined : this.channels.get(id)
  }

  /** Also an archived one, the newest of that name, where no active one bears it. */
  channelEverNamed(name: string): Channel | undefined {
    return this.channelByName(name) ?? this.#newestArchived(foldCase(name.trim()))
  }

  #newestArchived(nameKey: string): Channel | undefined {
    let newest: Channel | undefined
    for (const channel of this.channels.values())
      if (channel.isArchived && channel.id > (newest?.id ?? 0) && foldCase(channel.name) === nameKey) newest = channel
    return newest
  }

  channelOfConversation(convId: number): Channel | undefined {
    const id = this.#byConversation.get(convId)
    return id === undefined ? undefined : this.channels.get(id)
  }

  /** Is the user in the group? What a setting of some name lets them do is in permissions.ts. */
  isIn(setting: GroupSetting, user: User, now: number): boolean {
    return this.groups.contains(setting, user, this.isFullMember(user, now))
  }

  membersOf(groupId: number, now: number): ReadonlySet<number> {
    return this.groups.membersOf(groupId, this.users, (user) => this.isFullMember(user, now))
  }

  /** `now` in seconds. */
  isFullMember(user: User, now: number): boolean {
    if (user.role !== ROLE.member) return user.role < ROLE.member
    return Math.floor((now - user.dateJoined) / DAY) >= this.info.settings.waiting_period_threshold
  }

  apply(row: LogRow): void {
    for (const change of row.payload.state ?? []) this.#change(change, row.seq)
    if (row.payload.message) {
      this.places.advance(row.payload.message.convId)
      this.messageIds.overtake(row.payload.message.id)
    }
    this.seq = row.seq
  }

  /** Whoever holds this state, a request at work for instance, has the newer one from now on. */
  become(newer: RealmState): void {
    Object.assign(this, newer)
    this.#byEmail = newer.#byEmail
    this.#byFullName = newer.#byFullName
    this.#byChannelName = newer.#byChannelName
    this.#byConversation = newer.#byConversation
  }

  /** What was found out at a position of the log is of use only while memory is there. */
  learn(seq: number, learned: Learned): void {
    if (seq === this.seq) this.places.learn(learned)
  }

  putUser(user: User): void {
    const old = this.account(user.id)
    for (const key of old ? emailKeys(old) : []) if (this.#byEmail.get(key) === user.id) this.#byEmail.delete(key)
    for (const key of emailKeys(user)) this.#byEmail.set(key, user.id)
    if (user.isSystemBot) {
      this.systemBots.set(user.id, user)
      return
    }
    this.users.set(user.id, user)
    if (old?.fullName !== user.fullName) this.#rename(user, old)
  }

  #rename(user: User, old: User | undefined): void {
    if (old) {
      const key = foldCase(old.fullName)
      const others = (this.#byFullName.get(key) ?? []).filter((id) => id !== user.id)
      if (others.length > 0) this.#byFullName.set(key, others)
      else this.#byFullName.delete(key)
    }
    const key = foldCase(user.fullName)
    const namesakes = this.#byFullName.get(key) ?? []
    this.#byFullName.set(
      key,
      [...namesakes, user.id].sort((a, b) => a - b),
    )
  }

  putChannel(channel: Channel): void {
    const old = this.channels.get(channel.id)
    if (old && this.#byChannelName.get(foldCase(old.name)) === old.id) this.#byChannelName.delete(foldCase(old.name))
    this.channels.set(channel.id, channel)
    this.#byConversation.set(channel.convId, channel.id)
    if (!channel.isArchived) this.#byChannelName.set(foldCase(channel.name), channel.id)
  }

  #change(change: StateChange, seq: number): void {
    if ('join' in change) for (const user of change.users) this.memberships.join(user, change.join, seq)
    else if ('leave' in change) for (const user of change.users) this.memberships.leave(user, change.leave, seq)
    else if (change.put === 'user') this.putUser(change.user)
    else if (change.put === 'channel') this.putChannel(change.channel)
    else if (change.put === 'group') this.groups.put(change.group)
    else this.info = change.realm
  }
}

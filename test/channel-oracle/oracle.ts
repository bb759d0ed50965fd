import { may, type Person, type Setting, type World } from '../group-oracle/oracle.ts'

/**
 * Who may do what with a channel, as the contract says it, sentence by sentence. It shares no code with the server. Who is
 * in a group, the other oracle says.
 */
export interface Account extends Person {
  /** The owner of a bot. Null for a person. */
  readonly ownerId: number | null
}

export interface PlainChannel {
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublic: boolean
  readonly isArchived: boolean
  readonly subscribers: readonly number[]
  readonly settings: Readonly<Record<ChannelPermission, Setting>>
}

type ChannelPermission =
  | 'can_add_subscribers_group'
  | 'can_administer_channel_group'
  | 'can_remove_subscribers_group'
  | 'can_send_message_group'
  | 'can_subscribe_group'

export interface ChannelWorld {
  readonly world: World
  readonly accounts: readonly Account[]
  readonly channel: PlainChannel
  /** The organization's permission to add people to channels. */
  readonly addingOthers: Setting
}

/** Mistakes that a server could make. The comparison must find each of them. */
export type Mistake =
  | 'guests see public channels'
  | 'administrators read private channels'
  | 'groups give guests access'
  | 'people who administer the channel read it'
  | 'subscribers may add others'
  | 'subscribers of hidden channels can be removed'
  | 'bots send only with permissions of their own'
  | 'archived channels are written to'

export interface Rights {
  readonly sees: boolean
  readonly reads: boolean
  readonly readsHistory: boolean
  readonly posts: boolean
  readonly subscribes: boolean
  readonly addsOthers: boolean
  readonly removesOthers: boolean
  readonly administers: boolean
}

export function rightsOf(asked: ChannelWorld, account: Account, mistake?: Mistake): Rights {
  const { channel } = asked
  const sees = seesChannel(asked, account, mistake)
  const reads = readsChannel(asked, account, mistake)
  return {
    sees,
    reads,
    readsHistory: reads && channel.historyPublic,
    posts: posts(asked, account, mistake),
    subscribes: reads && !channel.isArchived,
    addsOthers: reads && !channel.isArchived && mayAddOthers(asked, account, mistake),
    removesOthers: !channel.isArchived && removesOthers(asked, account, sees, mistake),
    administers: sees && administers(asked, account),
  }
}

const isGuest = ({ role }: Account): boolean => role === 600
const isAdministrator = ({ role }: Account): boolean => role <= 200
const isSubscribed = ({ channel }: ChannelWorld, { id }: Account): boolean => channel.subscribers.includes(id)
const mayHere = ({ world, channel }: ChannelWorld, account: Account, name: ChannelPermission, mistake?: Mistake) =>
  may(
    world,
    'channel',
    name,
    channel.settings[name],
    account,
    mistake === 'groups give guests access' ? 'guests have every permission of their groups' : undefined,
  )
const administers = (asked: ChannelWorld, account: Account): boolean =>
  isAdministrator(account) || mayHere(asked, account, 'can_administer_channel_group')

/** Metadata: name, description, settings, subscribers. */
function seesChannel(asked: ChannelWorld, account: Account, mistake?: Mistake): boolean {
  const { channel } = asked
  if (channel.isWebPublic) return true
  if (isSubscribed(asked, account)) return true
  if (isGuest(account) && mistake !== 'groups give guests access')
    return mistake === 'guests see public channels' && !channel.inviteOnly
  if (!channel.inviteOnly && !isGuest(account)) return true
  if (isAdministrator(account)) return true
  return (['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'] as const).some((name) =>
    mayHere(asked, account, name, mistake),
  )
}

/** Content: messages. */
function readsChannel(asked: ChannelWorld, account: Account, mistake?: Mistake): boolean {
  const { channel } = asked
  if (channel.isWebPublic || isSubscribed(asked, account)) return true
  if (mistake === 'administrators read private channels' && isAdministrator(account)) return true
  if (isGuest(account) && mistake !== 'groups give guests access') return false
  if (!channel.inviteOnly && !isGuest(account)) return true
  if (
    mistake === 'people who administer the channel read it' &&
    mayHere(asked, account, 'can_administer_channel_group')
  )
    return true
  return (['can_add_subscribers_group', 'can_subscribe_group'] as const).some((name) =>
    mayHere(asked, account, name, mistake),
  )
}

function posts(asked: ChannelWorld, account: Account, mistake?: Mistake): boolean {
  const { channel, accounts } = asked
  if (channel.isArchived && mistake !== 'archived channels are written to') return false
  const owner = accounts.find(({ id }) => id === account.ownerId)
  const isAlone = mistake === 'bots send only with permissions of their own'
  const sends = (one: Account) => mayHere(asked, one, 'can_send_message_group')
  if (!sends(account) && !(owner && !isAlone && sends(owner))) return false
  if (channel.isWebPublic) return true
  if (!channel.inviteOnly && !isGuest(account)) return true
  if (isSubscribed(asked, account)) return true
  if (owner && !isAlone && isSubscribed(asked, owner)) return true
  return channel.inviteOnly && channel.historyPublic && readsChannel(asked, account)
}

function mayAddOthers(asked: ChannelWorld, account: Account, mistake?: Mistake): boolean {
  if (mistake === 'subscribers may add others' && isSubscribed(asked, account)) return true
  return (
    administers(asked, account) ||
    may(asked.world, 'realm', 'can_add_subscribers_group', asked.addingOthers, account) ||
    mayHere(asked, account, 'can_add_subscribers_group')
  )
}

/** People who are not bots of the caller. */
function removesOthers(asked: ChannelWorld, account: Account, sees: boolean, mistake?: Mistake): boolean {
  if (administers(asked, account)) return true
  const isSeen = sees || mistake === 'subscribers of hidden channels can be removed'
  return isSeen && mayHere(asked, account, 'can_remove_subscribers_group')
}

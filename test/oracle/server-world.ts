import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addAlertWords, removeAlertWords } from '../../api/endpoints/alert-words.ts'
import { subscribe } from '../../api/endpoints/channels.ts'
import { registerQueue } from '../../api/endpoints/events.ts'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { deleteMessage, getMessages, sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { muteUser, unmuteUser } from '../../api/endpoints/muted-users.ts'
import { updateSubscriptionSettings } from '../../api/endpoints/subscriptions.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import type { Client } from '../../client/client.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Narrow, Term, TopicPolicy, Unread } from './answers.ts'
import { type Calls, CHANNELS, isInGroup, type Operation, PEOPLE, TOPICS, wordOf } from './history.ts'
import { type PlantedBug, withPlanted } from './planted-bugs.ts'
import type { View, World } from './world.ts'

/** The functions of a running server that the world needs: accounts, and the actions without an endpoint. */
export interface Host {
  readonly pool: pg.Pool
  /** A person who may create channels and add people, but takes part in nothing. */
  readonly owner: Client
  createPerson(name: string): Promise<{ readonly id: number; readonly client: Client }>
  createGroup(name: string, userIds: readonly number[]): Promise<void>
  unsubscribe(userId: number, channelId: number): Promise<void>
  deactivate(userId: number): Promise<void>
  reactivate(userId: number): Promise<void>
}

interface Participant {
  readonly id: number
  readonly client: Client
}

const ALL = { anchor: 'first_unread', num_before: 2_000, num_after: 2_000 } as const
let worlds = 0

/** New people and channels on a server that has run other histories. */
export async function createWorld(host: Host, bug: PlantedBug | null): Promise<World> {
  worlds += 1
  const people: Participant[] = []
  for (let who = 0; who < PEOPLE; who += 1) people.push(await host.createPerson(`Person ${who} of ${worlds}`))
  const channels: { id: number; name: string }[] = []
  for (const [n, { inviteOnly, historyPublic }] of CHANNELS.entries()) {
    const name = `channel ${n} of ${worlds}`
    await host.owner.call(subscribe, {
      subscriptions: [{ name }],
      invite_only: inviteOnly,
      history_public_to_subscribers: historyPublic,
    })
    const { rows } = await host.pool.query('select id from channel where name = $1', [name])
    channels.push({ id: rows[0].id, name })
  }
  const group = `group of ${worlds}`
  await host.createGroup(
    group,
    people.filter((_, who) => isInGroup(who)).map(({ id }) => id),
  )
  return new ServerWorld(host, bug, people, channels, group)
}

class ServerWorld implements World {
  readonly #host: Host
  readonly #bug: PlantedBug | null
  readonly #people: readonly Participant[]
  readonly #channels: readonly { id: number; name: string }[]
  readonly #group: string
  /** Some people want to be alerted by it. */
  readonly #word = `goulash${worlds}`

  constructor(
    host: Host,
    bug: PlantedBug | null,
    people: readonly Participant[],
    channels: readonly { id: number; name: string }[],
    group: string,
  ) {
    this.#host = host
    this.#bug = bug
    this.#people = people
    this.#channels = channels
    this.#group = group
  }

  run(operation: Operation, targets: readonly number[]): Promise<number> {
    const who = this.#person('by' in operation ? operation.by : operation.who)
    return withPlanted(this.#bug, this.#host.pool, operation, who.id, () => this.#do(operation, who, targets))
  }

  view(who: number, narrow: Narrow): Promise<View | null> {
    return this.#ask(who, this.#terms(narrow))
  }

  async #ask(who: number, narrow: NarrowTerm[]): Promise<View | null> {
    try {
      const { messages: found, anchor } = await this.#person(who).client.call(getMessages, { ...ALL, narrow })
      const messages = found.map(({ id, flags }) => ({ id, flags: flags.toSorted() }))
      return { messages, firstUnread: anchor as number }
    } catch (error) {
      if (error instanceof ClientError && error.code === 'BAD_NARROW') return null
      // On a busy machine the database may take too long.
      if (!(error instanceof ClientError) || error.retryAfter === null) throw error
      await sleep(error.retryAfter)
      return this.#ask(who, narrow)
    }
  }

  viewTerms(who: number, terms: readonly Term[]): Promise<View | null> {
    return this.#ask(who, this.#wireTerms(terms))
  }

  async setPolicy({ who, channel, topic, policy }: TopicPolicy): Promise<void> {
    const wanted = { stream_id: this.#channel(channel).id, topic, visibility_policy: policy }
    await this.#person(who).client.call(updateUserTopic, wanted)
  }

  async muteChannel(who: number, channel: number): Promise<void> {
    await this.#person(who).client.call(updateSubscriptionSettings, {
      subscription_data: [{ stream_id: this.#channel(channel).id, property: 'is_muted', value: true }],
    })
  }

  async byIds(who: number, ids: readonly number[]): Promise<number[]> {
    const { messages } = await this.#person(who).client.call(getMessages, { message_ids: [...ids] })
    return messages.map((message) => message.id)
  }

  async unread(who: number): Promise<Unread> {
    const state = await this.#person(who).client.call(registerQueue, {
      fetch_event_types: ['message', 'update_message_flags'],
      event_types: [],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    })
    const unread = state.unread_msgs
    if (!unread) throw new Error('register gave no unread_msgs')
    const direct: Record<string, readonly number[]> = {}
    for (const one of unread.pms)
      direct[this.#numbers([this.#person(who).id, one.other_user_id])] = one.unread_message_ids
    for (const one of unread.huddles) {
      direct[this.#numbers(one.user_ids_string.split(',').map(Number))] = one.unread_message_ids
    }
    const channels: Record<string, readonly number[]> = {}
    for (const one of unread.streams) {
      const channel = this.#channels.findIndex((known) => known.id === one.stream_id)
      channels[`${channel} ${one.topic}`] = one.unread_message_ids
    }
    return { count: unread.count, direct, channels, mentions: unread.mentions }
  }

  async #do(operation: Operation, who: Participant, targets: readonly number[]): Promise<number> {
    switch (operation.do) {
      case 'send':
        return this.#send(who, { type: 'channel', to: String(this.#channel(operation.channel).id) }, operation)
      case 'direct':
        return this.#send(who, { type: 'direct', to: this.#ids(operation.to) }, operation)
      case 'flag':
        await who.client.call(updateMessageFlags, { messages: [...targets], flag: operation.flag, op: operation.op })
        break
      case 'subscribe':
        await this.#host.owner.call(subscribe, {
          subscriptions: [{ name: this.#channel(operation.channel).name }],
          principals: [who.id],
          send_new_subscription_messages: false,
        })
        break
      case 'unsubscribe':
        await this.#host.unsubscribe(who.id, this.#channel(operation.channel).id)
        break
      case 'move':
        await who.client.call(updateMessage, {
          message_id: targets[0]!,
          propagate_mode: operation.mode,
          send_notification_to_new_thread: false,
          ...(operation.topic === null ? {} : { topic: TOPICS[operation.topic] as string }),
          ...(operation.channel === null ? {} : { stream_id: this.#channel(operation.channel).id }),
        })
        break
      case 'edit':
        await who.client.call(updateMessage, { message_id: targets[0]!, content: this.#text(operation.calls) })
        break
      case 'delete':
        await who.client.call(deleteMessage, { message_id: targets[0]! })
        break
      case 'mute':
      case 'unmute': {
        const muted_user_id = this.#person(operation.whom).id
        await who.client.call(operation.do === 'mute' ? muteUser : unmuteUser, { muted_user_id })
        break
      }
      case 'alert':
        await who.client.call(operation.isOn ? addAlertWords : removeAlertWords, { alert_words: [this.#word] })
        break
      default:
        await this.#host[operation.do](who.id)
    }
    return 0
  }

  async #send(
    who: Participant,
    where: { type: 'channel' | 'direct'; to: string },
    operation: Extract<Operation, { do: 'send' | 'direct' }>,
  ): Promise<number> {
    const topic = operation.do === 'send' ? { topic: TOPICS[operation.topic] as string } : {}
    const message = { ...where, ...topic, content: this.#text(operation.calls), read_by_sender: operation.readBySender }
    return (await who.client.call(sendMessage, message)).id
  }

  #text(calls: Calls): string {
    const { people, group, everybody, topic, word } = calls
    const called = [
      ...people.map((who) => `@**|${this.#person(who).id}**`),
      ...(group ? [`@*${this.#group}*`] : []),
      ...(everybody ? ['@**all**'] : []),
      ...(topic ? ['@**topic**'] : []),
      ...(word ? [this.#word] : []),
    ]
    return ['hello', wordOf(calls), ...called].join(' ')
  }

  #terms(narrow: Narrow) {
    const term = (operator: string, operand: string | number | number[]) => ({ operator, operand, negated: false })
    switch (narrow.of) {
      case 'everything':
        return []
      case 'mentions':
        return [term('is', 'mentioned')]
      case 'alerted':
      case 'starred':
        return [term('is', narrow.of)]
      case 'channel':
        return [term('channel', this.#channel(narrow.channel).id)]
      case 'topic':
        return [term('channel', this.#channel(narrow.channel).name), term('topic', narrow.topic)]
      case 'direct':
        return [
          term(
            'dm',
            narrow.people.map((who) => this.#person(who).id),
          ),
        ]
    }
  }

  #wireTerms(terms: readonly Term[]): NarrowTerm[] {
    return terms.map((term) => {
      const { operator, negated } = term
      if ('channel' in term) return { operator, operand: this.#channel(term.channel).id, negated }
      return { operator, operand: 'who' in term ? this.#person(term.who).id : term.operand, negated }
    })
  }

  #person(who: number): Participant {
    return this.#people[who] as Participant
  }

  #channel(channel: number): { id: number; name: string } {
    return this.#channels[channel] as { id: number; name: string }
  }

  #ids(people: readonly number[]): string {
    return JSON.stringify(people.map((who) => this.#person(who).id))
  }

  /** Accounts as numbers of the history, sorted and joined. */
  #numbers(ids: readonly number[]): string {
    const numbers = ids.map((id) => this.#people.findIndex((person) => person.id === id))
    return [...new Set(numbers)].toSorted((a, b) => a - b).join()
  }
}

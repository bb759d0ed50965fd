import { firstUnread, messagesIn, type Narrow, unreadOf } from './answers.ts'
import { CHANNELS, PEOPLE, TOPICS } from './history.ts'
import type { Model } from './model.ts'
import type { View, World } from './world.ts'

/** The answers of the server and of the contract, side by side, for all people. */
export interface Comparison {
  readonly server: unknown
  readonly contract: unknown
}

export async function compare(model: Model, world: World): Promise<Comparison> {
  const server: Record<string, unknown> = {}
  const contract: Record<string, unknown> = {}
  const asking: Promise<void>[] = []
  const ask = (question: string, answer: Promise<unknown>, expected: unknown) => {
    contract[question] = expected
    asking.push(
      answer.then((value) => {
        server[question] = value
      }),
    )
  }
  for (let who = 0; who < PEOPLE; who += 1) {
    if (!model.active[who]) continue
    for (const narrow of narrows(model)) {
      ask(`${who} ${JSON.stringify(narrow)}`, world.view(who, narrow), viewOf(model, who, narrow))
    }
    const own = messagesIn(model, who, { of: 'everything' }).map((one) => one.id)
    ask(`${who} by ids`, world.byIds(who, model.everSent), own)
    ask(`${who} unread`, world.unread(who), unreadOf(model, who))
  }
  await Promise.all(asking)
  return { server, contract }
}

/** A hidden channel does not exist for the person. */
function viewOf(model: Model, who: number, narrow: Narrow): View | null {
  if ('channel' in narrow && !model.reads(who, narrow.channel)) return null
  return { messages: messagesIn(model, who, narrow), firstUnread: firstUnread(model, who, narrow) }
}

function narrows(model: Model): Narrow[] {
  const channels = CHANNELS.map((_, channel) => channel)
  const conversations = new Set(model.messages.filter((one) => one.channel === null).map((one) => one.people.join()))
  return [
    { of: 'everything' },
    { of: 'mentions' },
    { of: 'alerted' },
    { of: 'starred' },
    ...channels.map((channel): Narrow => ({ of: 'channel', channel })),
    ...channels.map((channel): Narrow => ({ of: 'topic', channel, topic: TOPICS[0] })),
    ...[...conversations].map((people): Narrow => ({ of: 'direct', people: people.split(',').map(Number) })),
  ]
}

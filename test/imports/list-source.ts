import type {
  ImportSource,
  SourceChannel,
  SourceMessage,
  SourcePerson,
  SourceSubscription,
} from '../../server/operations/imports/source.ts'

type Lists = {
  readonly [Name in keyof ImportSource as ImportSource[Name] extends (() => AsyncIterable<unknown>) | undefined
    ? Name
    : never]?: readonly unknown[]
}

/** A source made of lists, for tests of the core. */
export function listSource(lists: Lists, identity = 'garden'): ImportSource {
  const read = (rows: readonly unknown[] = []) =>
    async function* () {
      yield* rows
    }
  const given = Object.entries(lists).map(([name, rows]) => [name, read(rows as readonly unknown[])])
  return {
    format: 'lists',
    identity,
    name: 'Garden',
    people: read(),
    channels: read(),
    subscriptions: read(),
    messages: read(),
    ...Object.fromEntries(given),
    close: async () => {},
  } as ImportSource
}

export const personOf = (id: string, more: Partial<SourcePerson> = {}): SourcePerson => ({
  id,
  where: `people ${id}`,
  email: `${id}@garden.example`,
  fullName: `${id[0]!.toUpperCase()}${id.slice(1)}`,
  role: 400,
  isActive: true,
  isBot: false,
  ...more,
})

export const channelOf = (id: string, more: Partial<SourceChannel> = {}): SourceChannel => ({
  id,
  where: `channels ${id}`,
  name: id,
  ...more,
})

export const subscriptionOf = (
  personId: string,
  channelId: string,
  more: Partial<SourceSubscription> = {},
): SourceSubscription => ({ where: `subscriptions ${personId}`, personId, channelId, ...more })

export const messageOf = (
  id: string,
  senderId: string,
  to: SourceMessage['to'],
  content: SourceMessage['content'],
  more: Partial<SourceMessage> = {},
): SourceMessage => ({
  id,
  where: `messages ${id}`,
  senderId,
  to,
  content,
  sentAt: 1_700_000_000 + Number(id),
  ...more,
})

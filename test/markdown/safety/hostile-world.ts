import type { RenderContext } from '../../../markdown/context.ts'

/** A context in which everything exists and has the given name. */
export const hostileWorld = (name: string): Partial<RenderContext> => ({
  peopleNamed: () => [{ id: 10, fullName: name, isActive: true }],
  person: (id) => ({ id, fullName: name, isActive: true }),
  groupNamed: () => ({ id: 20, name, displayName: name, isActive: true, mayBeMentioned: true }),
  channelNamed: () => ({ id: 12, name }),
  newestInTopic: () => 905,
  customEmoji: () => ({ name, src: '/user_avatars/2/emoji/images/5.png' }),
})

import type { RealmInfo } from '../../kernel/realm-state/realm-info.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** What the welcome bot tells a new account. The organization's own text is a message of its own. */
export const welcomeText = ({ name }: RealmInfo, { fullName, id }: User): string =>
  [
    `Hello @_**${fullName}|${id}**, and welcome to ${plain(name)}!`,
    'Messages belong to **channels** and, within a channel, to **topics**. Subscribe to the channels you care about, ' +
      'and give every new subject a topic of its own.',
    'Only you can see this conversation. Try it out: send me a message.',
  ].join('\n\n')

/** Characters that mean something in Markdown are shown as they are. */
const plain = (text: string): string => text.replace(/[\\`*_[\]~#@|<>]/g, '\\$&')

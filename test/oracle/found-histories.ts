import type { Calls, Operation } from './history.ts'

const [ada, ben] = [0, 1]
const [plaza, secret, vault] = [0, 1, 2]
const NOBODY: Calls = { people: [], group: false, everybody: false, topic: false, word: false }
const join = (who: number, channel: number): Operation => ({ do: 'subscribe', who, channel })
const star = (who: number): Operation => ({ do: 'flag', who, flag: 'starred', op: 'add', messages: [0] })
const unread = (who: number) => ({ do: 'flag', who, flag: 'read', op: 'remove', messages: [0] }) as const
const leave = (who: number, channel: number): Operation => ({ do: 'unsubscribe', who, channel })
const sent = (channel: number): Operation => ({
  do: 'send',
  by: ada,
  channel,
  topic: 0,
  calls: NOBODY,
  readBySender: true,
})
const move = (channel: number) =>
  ({ do: 'move', by: ada, message: 0, mode: 'change_one', topic: null, channel }) as const

/** Short forms of histories after which the server once disagreed with the contract. */
export const FOUND: Readonly<Record<string, readonly Operation[]>> = {
  'a copy is moved into a channel of its owner': [
    join(ada, plaza),
    join(ada, secret),
    join(ben, secret),
    sent(plaza),
    star(ben),
    move(secret),
  ],
  'somebody makes a copy of a message that was moved into their channel': [
    join(ada, plaza),
    join(ada, secret),
    join(ben, secret),
    sent(plaza),
    move(secret),
    star(ben),
  ],
  'a sender is muted whose message was moved and marked unread': [
    join(ada, plaza),
    join(ada, secret),
    join(ben, secret),
    sent(plaza),
    move(secret),
    unread(ben),
    { do: 'mute', who: ben, whom: ada },
  ],
  'somebody joins the channel to which their copy was moved': [
    join(ada, plaza),
    join(ada, secret),
    sent(secret),
    move(plaza),
    star(ben),
    join(ben, plaza),
  ],
  'somebody joins the channel from which a message was moved that they marked unread': [
    join(ada, plaza),
    join(ada, secret),
    sent(secret),
    move(plaza),
    join(ben, plaza),
    unread(ben),
    join(ben, secret),
  ],
  'somebody returns to the channel from which a message was moved that they marked unread': [
    join(ada, plaza),
    join(ada, secret),
    join(ben, secret),
    sent(secret),
    leave(ben, secret),
    sent(secret),
    { ...move(plaza), message: 1 },
    join(ben, plaza),
    { ...unread(ben), messages: [1] },
    join(ben, secret),
  ],
  'somebody joins the channel from which a message came into their protected one, where they marked it unread': [
    join(ada, plaza),
    join(ada, vault),
    join(ben, vault),
    sent(plaza),
    move(vault),
    unread(ben),
    join(ben, plaza),
  ],
}

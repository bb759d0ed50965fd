import type { Calls, Operation } from './history.ts'

const [ada, ben] = [0, 1]
const [plaza, secret] = [0, 1]
const NOBODY: Calls = { people: [], group: false, everybody: false, topic: false, word: false }
const join = (who: number, channel: number): Operation => ({ do: 'subscribe', who, channel })
const star = (who: number): Operation => ({ do: 'flag', who, flag: 'starred', op: 'add', messages: [0] })
const sent = (channel: number): Operation => ({
  do: 'send',
  by: ada,
  channel,
  topic: 0,
  calls: NOBODY,
  readBySender: true,
})
const move = (channel: number): Operation => ({
  do: 'move',
  by: ada,
  message: 0,
  mode: 'change_one',
  topic: null,
  channel,
})

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
  'somebody joins the channel to which their copy was moved': [
    join(ada, plaza),
    join(ada, secret),
    sent(secret),
    move(plaza),
    star(ben),
    join(ben, plaza),
  ],
}

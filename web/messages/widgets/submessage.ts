import type { FetchedMessage } from '../../../api/objects/message.ts'

/** What somebody did with a widget, in the order of the server. */
export interface Step {
  readonly senderId: number
  readonly data: Readonly<Record<string, unknown>>
}

type Submessage = Pick<FetchedMessage['submessages'][number], 'id' | 'msg_type' | 'sender_id' | 'content'>

/** The options and tasks of the message itself belong to nobody. */
export const CANNED = 'canned'
/** Higher numbers are refused by the server, so they come from elsewhere. */
const MAX_ITEM_NUMBER = 1_000

export const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ITEM_NUMBER

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The object in a JSON text. Undefined for anything else: what a foreign client adds is ignored. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data of widgets, each once and by id. Events may come in another order than a fetch returns them. */
export function stepsOf(submessages: readonly Submessage[]): Step[] {
  const byId = new Map(submessages.map((one) => [one.id, one]))
  return [...byId.values()]
    .sort((a, b) => a.id - b.id)
    .flatMap(({ msg_type, sender_id: senderId, content }) => {
      const data = msg_type === 'widget' ? parseObject(content) : undefined
      return data ? [{ senderId, data }] : []
    })
}

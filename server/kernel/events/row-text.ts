import { firstEventId } from '../log/log-row.ts'

/** An event in the form for one queue. */
export interface RenderedEvent {
  readonly id: number
  readonly type: string
  readonly json: string
}

/**
 * The text of one event of a row: the complete text for most clients, and the part that is shared with clients that
 * have their own fields.
 */
export class RowText {
  readonly id: number
  readonly type: string
  readonly forMost: string
  readonly #sharedLength: number

  /** `json` is the event as an object without its id. `fields` are the personal members that most people get. */
  constructor(seq: number, index: number, type: string, json: string, fields: string) {
    this.id = firstEventId(seq) + index
    this.type = type
    const shared = `{"id":${this.id},${json.slice(1, -1)}`
    this.#sharedLength = shared.length
    this.forMost = fields === '' ? `${shared}}` : `${shared},${fields}}`
  }

  withFields(fields: string): string {
    return `${this.forMost.slice(0, this.#sharedLength)},${fields}}`
  }
}

/** The members of an object as JSON: `"a":1,"b":2`. */
export const membersOf = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields).slice(1, -1)

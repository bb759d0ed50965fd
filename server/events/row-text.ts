import { firstEventId } from '../log/log-row.ts'

/** An event as one queue gets it. */
export interface RenderedEvent {
  readonly id: number
  readonly type: string
  readonly json: string
}

/** One event of a row as text: the whole for most clients, and the part that those with fields of their own share. */
export class RowText {
  readonly id: number
  readonly type: string
  readonly forMost: string
  readonly #sharedLength: number

  /** `json` is the event without id, an object; `fields` are members that differ from person to person, for most. */
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

/** `"a":1,"b":2`. */
export const membersOf = (fields: Readonly<Record<string, unknown>>): string => JSON.stringify(fields).slice(1, -1)

import * as z from 'zod'
import { REGISTER_FIELDS } from '../register-index.ts'
import { wire } from '../wire-name.ts'

type Groups = typeof REGISTER_FIELDS
type Intersection<G> = { [K in keyof G]: (shape: G[K]) => void }[keyof G] extends (shape: infer All) => void
  ? All
  : never
type Flat<T> = { [K in keyof T]: T[K] }

/** Which fields come depends on what the client asks for, so none of them is sure to be there. */
const state = z.object(Object.assign({}, ...Object.values(REGISTER_FIELDS)) as Flat<Intersection<Groups>>).partial()

export const registerShape = {
  /** Null for a visitor without an account, who gets state but no events. */
  queue_id: z
    .string()
    .nullable()
    .describe('The id of the new queue. It is null without an account: then there is state and no events.'),
  last_event_id: z.int().describe('The id to send with the first request for events.'),
  /** Absent for a visitor. */
  idle_queue_timeout_secs: z
    .int()
    .optional()
    .describe('The queue ends after this number of seconds without a request. It is absent without an account.'),
  [wire('service_feature_level')]: z.int().describe('The feature level of the API.'),
  [wire('service_version')]: z.string().describe('The version of the server.'),
  [wire('service_merge_base')]: z.string().describe('The version without changes of the operator.'),
  ...state.shape,
}

export const RegisterState = z.strictObject(registerShape)
export type RegisterState = z.infer<typeof RegisterState>

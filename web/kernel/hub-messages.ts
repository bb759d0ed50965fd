import type { Event } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'

/** What a tab tells the hub. */
export type ToHub =
  /** A tab is there. With another token somebody else may have signed in: the hub begins anew. */
  | { kind: 'hello'; csrf: string }
  /** Do not wait for the next try. */
  | { kind: 'now' }
  /** Somebody is about to sign out. */
  | { kind: 'stop' }
  /** They have signed out. */
  | { kind: 'leave' }
  | { kind: 'bye' }

/** What the hub tells its tabs. */
export type ToTab =
  /**
   * The state that the following events continue. After the first one, the queue was lost. `serverTime` is that of now,
   * in seconds; the time in the state is that of the register.
   */
  | { kind: 'state'; state: RegisterState; serverTime: number }
  /** The same at the start, as the server has sent it: each tab reads it while the hub does. */
  | { kind: 'state'; text: ArrayBuffer }
  | { kind: 'events'; events: readonly Event[] }
  /** The clock of the computer was put right. In seconds. */
  | { kind: 'time'; serverTime: number }
  | { kind: 'connection'; isOffline: boolean }
  /** The session has ended by itself. */
  | { kind: 'signed-out' }
  /** The person has signed out in one of the tabs. */
  | { kind: 'leave' }
  /** The server refuses what the app asks for. */
  | { kind: 'refused'; reason: string }

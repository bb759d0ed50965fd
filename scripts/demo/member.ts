import type { Client } from '../../client/client.ts'

/** Somebody of the demo who is signed in. */
export interface Member {
  readonly id: number
  readonly client: Client
}

import type { Secret } from './base/secret.ts'
import type { Context } from './context.ts'
import type { FlagReader } from './events/flag-reader.ts'
import type { RealmState } from './realm-state/realm-state.ts'
import type { Session } from './realm-state/records/sessions.ts'
import type { User } from './realm-state/user.ts'
import type { Site } from './rendering/site.ts'
import type { OutgoingMessage, SentMessage } from './transaction/outgoing-message.ts'
import type { Tx } from './transaction/tx.ts'

/** What the kernel asks of a feature without knowing which. Exactly one feature has each. */
export interface Hooks {
  /** Reads the flags of events when they are delivered. */
  readonly flagReader: FlagReader
  /** Sends a message of a system bot as part of a change. */
  readonly send: (tx: Tx, message: OutgoingMessage, site: Site) => Promise<SentMessage>
  /** The address under which this server provides what is at an address of another site. */
  readonly externalAddress: (secret: Secret, url: string) => string | undefined
  /** Called with every request of a signed-in browser. */
  readonly sessionUsed: (
    ctx: Context,
  ) => (realm: RealmState, used: { readonly user: User; readonly session: Session }) => void
}

/** The names, in an object so that none is forgotten. */
const NAMES: Readonly<Record<keyof Hooks, true>> = {
  flagReader: true,
  send: true,
  externalAddress: true,
  sessionUsed: true,
}

export const HOOK_NAMES = Object.keys(NAMES)

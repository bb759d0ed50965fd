import type { RegisterState } from '../../api/objects/register-state.ts'
import { ClientError } from '../../client/client-error.ts'
import { runEventLoop } from '../../client/event-loop.ts'
import { applyKnown, fromRegister, type Model, toRegister } from '../../client/model/model.ts'
import { createSession } from '../../client/session.ts'
import type { ToHub, ToTab } from './hub-messages.ts'

/** What the app asks register for. */
const REGISTER = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'false',
  // A laptop that slept over lunch goes on with the same queue.
  idle_queue_timeout: 43_200,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
  },
} as const

const OPTIONS = { includeSubscribers: 'false', clientGravatar: false, slimPresence: true } as const

/** A clock that jumps by more than this was asleep, or was put right. */
const JUMP = 20_000
const TICK = 5_000

const secondsNow = (): number => Date.now() / 1000

/** One event queue and one poll for all tabs of a browser. */
export class HubCore {
  readonly #tell: (message: ToTab) => void
  /** Tabs are elsewhere, and an object that is sent to them is copied part by part. */
  readonly #isApart: boolean
  /** Tabs that have come after the answer of register and before the model. */
  #late: ((message: ToTab) => void)[] = []
  #csrf: string | undefined
  #model: Model | undefined
  #clockAhead = 0
  #hasJumped = false
  #isOffline = false
  #stop = new AbortController()
  #wake = () => {}

  constructor(tell: (message: ToTab) => void, { isApart }: { isApart: boolean }) {
    this.#tell = tell
    this.#isApart = isApart
    let before = Date.now()
    setInterval(() => {
      const now = Date.now()
      if (Math.abs(now - before - TICK) > JUMP) {
        this.#hasJumped = true
        this.#wake()
      }
      before = now
    }, TICK)
  }

  /** Handles a message of a tab. `answer` reaches only that tab. */
  receive(message: ToHub, answer: (message: ToTab) => void): void {
    if (message.kind === 'now') this.#wake()
    else if (message.kind === 'stop') this.#end()
    else if (message.kind === 'leave') this.#tell(message)
    else if (message.kind === 'hello') {
      if (this.#csrf !== message.csrf) this.#begin(message.csrf)
      else if (this.#model) answer(this.#stateMessage(toRegister(this.#model)))
      else this.#late.push(answer)
      answer({ kind: 'connection', isOffline: this.#isOffline })
    }
  }

  /** Tabs get the answer as it is. */
  readonly #fetchRegister: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!this.#isApart || !response.ok) return response
    const text = await response.arrayBuffer()
    this.#late = []
    this.#tell({ kind: 'state', text })
    return new Response(text, response)
  }

  /** After the clock has jumped, the next answer says what time it is. */
  readonly #fetchAndSetTime: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const serverTime = Date.parse(response.headers.get('Date') ?? '') / 1000
    if (this.#hasJumped && !Number.isNaN(serverTime)) {
      this.#hasJumped = false
      this.#clockAhead = serverTime - secondsNow()
      this.#tell({ kind: 'time', serverTime })
    }
    return response
  }

  #stateMessage(state: RegisterState): ToTab {
    return { kind: 'state', state, serverTime: secondsNow() + this.#clockAhead }
  }

  #end(): void {
    this.#stop.abort()
    this.#model = undefined
    this.#csrf = undefined
  }

  #begin(csrf: string): void {
    this.#end()
    this.#csrf = csrf
    this.#stop = new AbortController()
    const { signal } = this.#stop
    const session = createSession({ csrfToken: () => csrf, onSignedOut: () => {}, send: this.#fetchAndSetTime })
    const registering = createSession({ csrfToken: () => csrf, onSignedOut: () => {}, send: this.#fetchRegister })
    const source = {
      register: (both: AbortSignal) => registering.call('registerQueue', REGISTER, { signal: both }),
      poll: async (
        position: { queue_id: string; last_event_id: number },
        how: { signal: AbortSignal; dontBlock: boolean },
      ) => (await session.call('getEvents', { ...position, dont_block: how.dontBlock }, { signal: how.signal })).events,
    }
    runEventLoop(source, {
      signal,
      onState: ({ streams: _, ...state }) => {
        // Every channel is also among those that one has joined, left or never joined.
        this.#model = fromRegister(state, OPTIONS)
        this.#clockAhead = (state.server_timestamp ?? secondsNow()) - secondsNow()
        if (this.#isApart) for (const answer of this.#late.splice(0)) answer(this.#stateMessage(state))
        else this.#tell(this.#stateMessage(state))
      },
      onEvents: (events) => {
        const model = this.#model
        if (model) this.#tell({ kind: 'events', events: events.filter((event) => applyKnown(model, event)) })
      },
      onTrouble: () => this.#setOffline(true),
      onFine: () => this.#setOffline(false),
      onWaker: (wake) => {
        this.#wake = wake
      },
    }).catch((error: unknown) => {
      if (signal.aborted) return
      this.#end()
      const isNobody = error instanceof TypeError || (error instanceof ClientError && error.status === 401)
      this.#tell(isNobody ? { kind: 'signed-out' } : { kind: 'refused', reason: String((error as Error).message) })
    })
  }

  #setOffline(isOffline: boolean): void {
    if (this.#isOffline === isOffline) return
    this.#isOffline = isOffline
    this.#tell({ kind: 'connection', isOffline })
  }
}

import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { LiveRealm, type RealmHooks } from './live-realm.ts'
import { loadRealm } from './load.ts'
import type { RealmState } from './realm-state.ts'
import { MessageIds } from './structures/message-ids.ts'

/** The organizations of this server, each loaded when it is first asked for. */
export class Realms {
  readonly #database: Database
  readonly #clock: Clock
  readonly #hooks: RealmHooks
  readonly #live = new Map<number, Promise<LiveRealm>>()
  readonly #loaded = new Map<number, LiveRealm>()
  readonly #messageIds = new MessageIds()
  #hosts = new Map<string, number>()
  ids: readonly number[] = []
  /** Set while other nodes share the database: then memory is only as new as the last read of the head. */
  shared: () => boolean = () => false

  constructor(database: Database, clock: Clock, hooks: RealmHooks) {
    this.#database = database
    this.#clock = clock
    this.#hooks = hooks
  }

  /** An organization without an account is none yet: it is being made, or its making was cut short. */
  async refreshHosts(): Promise<void> {
    const { rows } = await sql<{ id: number; host: string }>`
      select id, host from realm where exists (select from account where realm_id = realm.id) order by id`.execute(
      this.#database.db,
    )
    this.#hosts = new Map(rows.map((row) => [row.host.toLowerCase(), row.id]))
    this.ids = rows.map((row) => row.id)
  }

  /**
   * While there is one organization every host name reaches it; with several, each has its own. At once where memory is
   * all there is to ask.
   */
  forHost(host: string | undefined): RealmState | null | Promise<RealmState> {
    const id = this.ids.length === 1 ? this.ids[0] : this.#hosts.get(hostName(host))
    if (id === undefined) return null
    const known = this.#loaded.get(id)
    return known && !this.shared() ? known.state : this.#newest(id)
  }

  async #newest(id: number): Promise<RealmState> {
    const live = await this.live(id)
    if (this.shared()) await live.bringToHead()
    return live.state
  }

  live(id: number): Promise<LiveRealm> {
    const known = this.#live.get(id)
    if (known) return known
    const loading = loadRealm(this.#database, id, { clock: this.#clock, messageIds: this.#messageIds }).then(
      (state) => {
        const live = new LiveRealm(state, this.#database, this.#clock, this.#hooks)
        this.#loaded.set(id, live)
        return live
      },
    )
    this.#live.set(id, loading)
    loading.catch(() => this.#live.delete(id))
    return loading
  }

  /** Only if it has been loaded. */
  known(id: number): LiveRealm | undefined {
    return this.#loaded.get(id)
  }

  /** Is it the key of an account of another organization of this server? */
  async hasKeyElsewhere(realmId: number, keyHash: string): Promise<boolean> {
    const { db } = this.#database.caller('unknown keys')
    const accounts = db.selectFrom('account').select('id').where('api_key_hash', '=', keyHash)
    return (await accounts.where('realm_id', '!=', realmId).executeTakeFirst()) !== undefined
  }

  /** Loaded, or being loaded. */
  allAskedFor(): Promise<LiveRealm>[] {
    return [...this.#live.values()]
  }

  wasAskedFor(id: number): boolean {
    return this.#live.has(id)
  }
}

/** Without the port, and without the dot that ends a name which is not to be completed. */
const hostName = (host: string | undefined): string => (host ?? '').replace(/\.?(:\d*)?$/, '').toLowerCase()

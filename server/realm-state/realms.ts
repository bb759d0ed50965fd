import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { LiveRealm, type RealmHooks } from './live-realm.ts'
import { loadRealm } from './load.ts'
import type { RealmState } from './realm-state.ts'
import type { User } from './user.ts'

/** The organizations of this server, each loaded when it is first asked for. */
export class Realms {
  readonly #database: Database
  readonly #clock: Clock
  readonly #hooks: RealmHooks
  readonly #live = new Map<number, Promise<LiveRealm>>()
  readonly #states = new Set<RealmState>()
  #hosts = new Map<string, number>()
  /** Set while other nodes share the database: then memory is only as new as the last read of the head. */
  shared: () => boolean = () => false

  constructor(database: Database, clock: Clock, hooks: RealmHooks) {
    this.#database = database
    this.#clock = clock
    this.#hooks = hooks
  }

  async refreshHosts(): Promise<void> {
    const rows = await this.#database.db.selectFrom('realm').select(['id', 'host']).orderBy('id').execute()
    this.#hosts = new Map(rows.map((row) => [row.host.toLowerCase(), row.id]))
  }

  get ids(): number[] {
    return [...this.#hosts.values()]
  }

  /** While there is one organization every host name reaches it; with several, each has its own. */
  async forHost(host: string | undefined): Promise<RealmState | null> {
    const id = this.#hosts.size === 1 ? this.ids[0] : this.#hosts.get(hostName(host))
    if (id === undefined) return null
    const live = await this.live(id)
    if (this.shared()) await live.bringToHead()
    return live.state
  }

  live(id: number): Promise<LiveRealm> {
    const known = this.#live.get(id)
    if (known) return known
    const loading = loadRealm(this.#database, id).then((state) => {
      this.#states.add(state)
      return new LiveRealm(state, this.#database, this.#clock, this.#hooks)
    })
    this.#live.set(id, loading)
    loading.catch(() => this.#live.delete(id))
    return loading
  }

  /** Does the account belong to another organization of this server? Told from memory, to explain a refusal. */
  hasElsewhere(realm: RealmState, email: string, isTheirs: (user: User) => boolean): boolean {
    return [...this.#states].some((other) => {
      const user = other === realm ? undefined : other.userByEmail(email)
      return user !== undefined && isTheirs(user)
    })
  }

  loaded(): Promise<LiveRealm>[] {
    return [...this.#live.values()]
  }

  isLoaded(id: number): boolean {
    return this.#live.has(id)
  }
}

const hostName = (host: string | undefined): string => (host ?? '').replace(/:\d+$/, '').toLowerCase()

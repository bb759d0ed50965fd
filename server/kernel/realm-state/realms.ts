import { sql } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { wireEmail } from './from-rows.ts'
import { LiveRealm, type RealmHooks } from './live-realm.ts'
import { loadRealm, type StateParts } from './load.ts'
import type { RealmState } from './realm-state.ts'
import type { RecordKinds } from './record-kinds.ts'
import { MessageIds } from './structures/message-ids.ts'

/** The organizations of this server. Each is loaded on first use. */
export class Realms {
  readonly #database: Database
  readonly #hooks: RealmHooks
  readonly #live = new Map<number, Promise<LiveRealm>>()
  readonly #loaded = new Map<number, LiveRealm>()
  readonly #parts: StateParts
  #hosts = new Map<string, number>()
  ids: readonly number[] = []
  /** True while other nodes share the database. Memory is then only as new as the last read of the head. */
  shared: () => boolean = () => false

  constructor(database: Database, clock: Clock, recordKinds: RecordKinds, hooks: RealmHooks) {
    this.#database = database
    this.#parts = { clock, recordKinds, messageIds: new MessageIds() }
    this.#hooks = hooks
  }

  /** Skips an organization without an account: its creation is in progress or was interrupted. */
  async refreshHosts(): Promise<void> {
    const { rows } = await sql<{ id: number; host: string }>`
      select id, host from realm where exists (select from account where realm_id = realm.id) order by id`.execute(
      this.#database.db,
    )
    this.#hosts = new Map(rows.map((row) => [row.host.toLowerCase(), row.id]))
    this.ids = rows.map((row) => row.id)
  }

  /**
   * A single organization answers on every host name. With several, each has its own. Returns synchronously if memory
   * has the answer.
   */
  forHost(host: string | undefined): RealmState | null | Promise<RealmState> {
    const id = this.ids.length === 1 ? this.ids[0] : this.#hosts.get(hostName(host))
    if (id === undefined) return null
    const known = this.#loaded.get(id)
    return known && !this.shared() ? known.state : this.newest(id)
  }

  /** Returns a state as new as the database, also while other nodes change it. */
  async newest(id: number): Promise<RealmState> {
    const live = await this.live(id)
    if (this.shared()) await live.bringToHead()
    return live.state
  }

  live(id: number): Promise<LiveRealm> {
    const known = this.#live.get(id)
    if (known) return known
    const loading = loadRealm(this.#database, id, this.#parts).then((state) => {
      const live = new LiveRealm(state, this.#database, this.#parts, this.#hooks)
      this.#loaded.set(id, live)
      return live
    })
    this.#live.set(id, loading)
    loading.catch(() => this.#live.delete(id))
    return loading
  }

  /** The organization if it is loaded. */
  known(id: number): LiveRealm | undefined {
    return this.#loaded.get(id)
  }

  /** True if an account of another organization on this server has the key and the address. No address fits every account. */
  async hasKeyElsewhere(realmId: number, keyHash: string, email: string): Promise<boolean> {
    const { db } = this.#database.caller('unknown keys')
    const account = await db
      .selectFrom('account')
      .innerJoin('realm', 'realm.id', 'account.realm_id')
      .select(['account.id', 'account.delivery_email', 'realm.host'])
      .where('account.api_key_hash', '=', keyHash)
      .where('account.realm_id', '!=', realmId)
      .executeTakeFirst()
    if (!account) return false
    const given = foldCase(email.trim())
    const own = [account.delivery_email, wireEmail(account.id, account.host)]
    return given === '' || own.some((address) => foldCase(address) === given)
  }

  /** All organizations that are loaded or being loaded. */
  allAskedFor(): Promise<LiveRealm>[] {
    return [...this.#live.values()]
  }

  wasAskedFor(id: number): boolean {
    return this.#live.has(id)
  }
}

/** Removes the port and the trailing dot of a fully qualified name. */
const hostName = (host: string | undefined): string => (host ?? '').replace(/\.?(:\d*)?$/, '').toLowerCase()

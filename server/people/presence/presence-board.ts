import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { loadPresence, type Presence, type PresenceTimes, savePresence } from './queries.ts'
import { SharedRun } from './shared-run.ts'

/** A node that has just joined writes nothing for this long. */
const RECENT_MILLISECONDS = 1_000

/**
 * The presence of an organization, as far as this process has read it. Reads fetch only what is new, and reads and writes
 * of the same moment share a statement: ten thousand people cost a few statements a second.
 */
export class PresenceBoard {
  readonly #db: Db
  readonly #realmId: number
  readonly #isShared: () => boolean
  readonly #byUser = new Map<number, Presence>()
  /** Ascending. Has outdated entries too, which `byUser` no longer holds. */
  #changes: Presence[] = []
  #newest = 0
  #unsaved = new Map<number, PresenceTimes>()
  /** Monotonic milliseconds at which the last successful read began. */
  #readAt = Number.NEGATIVE_INFINITY
  readonly #reading = new SharedRun(() => this.#read())
  readonly #saving = new SharedRun(() => this.#save())

  /** `isShared` tells whether other nodes report presence too. */
  constructor(db: Db, realmId: number, isShared = () => true) {
    this.#db = db
    this.#realmId = realmId
    this.#isShared = isShared
  }

  of(userId: number): Presence | undefined {
    return this.#byUser.get(userId)
  }

  /** Everything that changed after that number, oldest first. */
  *after(updateId: number): Generator<Presence> {
    for (let index = this.#firstAfter(updateId); index < this.#changes.length; index += 1) {
      const change = this.#changes[index]!
      if (this.#byUser.get(change.userId) === change) yield change
    }
  }

  /** Brings the board up to what was saved before this call. */
  refresh(): Promise<void> {
    return this.#reading.run()
  }

  /** The same without a read if only this process can have changed something since the last one. */
  refreshIfNeeded(): Promise<void> | undefined {
    const isRecent = performance.now() - this.#readAt < RECENT_MILLISECONDS
    return isRecent && !this.#isShared() ? undefined : this.refresh()
  }

  async #read(): Promise<void> {
    const began = performance.now()
    await this.readFrom(this.#db)
    this.#readAt = began
  }

  /** The same through another connection. Numbers become visible in their order, so nothing is left out. */
  async readFrom(db: Db): Promise<void> {
    for (const change of await loadPresence(db, this.#realmId, this.#newest)) {
      if (change.updateId <= this.#newest) continue
      this.#newest = change.updateId
      this.#byUser.set(change.userId, change)
      this.#changes.push(change)
    }
    if (this.#changes.length > 2 * this.#byUser.size)
      this.#changes = this.#changes.filter((change) => this.#byUser.get(change.userId) === change)
  }

  /** Saves what a person has reported, and reads it with its number. */
  async save(times: PresenceTimes): Promise<void> {
    this.#unsaved.set(times.userId, times)
    await this.#saving.run()
    await this.refresh()
  }

  async #save(): Promise<void> {
    const unsaved = [...this.#unsaved.values()]
    this.#unsaved = new Map()
    if (unsaved.length > 0) await savePresence(this.#db, this.#realmId, unsaved)
  }

  #firstAfter(updateId: number): number {
    let [low, high] = [0, this.#changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#changes[middle]!.updateId > updateId) high = middle
      else low = middle + 1
    }
    return low
  }
}

const boards = new WeakMap<RealmState, PresenceBoard>()

export const boardOf = ({ database, realms }: WorkContext, realm: RealmState): PresenceBoard =>
  getOrMake(boards, realm, () => new PresenceBoard(database.db, realm.id, () => realms.shared()))

/** The board of an organization that has one, or a new one that reads through this connection only. */
export const boardFrom = (db: Db, realm: RealmState): PresenceBoard =>
  boards.get(realm) ?? new PresenceBoard(db, realm.id)

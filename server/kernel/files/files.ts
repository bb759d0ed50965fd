import { type Clock, seconds } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import type { Db } from '../db/database.ts'
import type { ByteRange, Chunks, FileStore, OpenFile, SavedFile } from './file-store.ts'
import { gatherChunks } from './gather-chunks.ts'
import { deleteReleased, insertFile, releaseOld, releaseUnclaimed } from './queries.ts'

/** Far longer than any request takes, so a file that is about to be claimed is not swept. */
const UNCLAIMED_SECONDS = 86_400
const SWEPT_AT_ONCE = 500
const MAX_SWEEP_ROUNDS = 20

/**
 * The files of all organizations. A saved file is new and stays only if a transaction claims it (claim-files.ts). The
 * row has the state, and the bytes are removed before the row.
 */
export class Files {
  readonly #store: FileStore
  readonly #db: Db
  readonly #clock: Clock
  readonly #logger: Logger

  constructor(store: FileStore, db: Db, clock: Clock, logger: Logger) {
    this.#store = store
    this.#db = db
    this.#clock = clock
    this.#logger = logger
  }

  async save(realmId: number, name: string, source: Chunks): Promise<SavedFile> {
    // The first bytes arrive while the row is written, but nothing is stored before it.
    const row = insertFile(this.#db, realmId, name, seconds(this.#clock))
    row.catch(() => {})
    try {
      return { name, ...(await this.#store.write(name, gatherChunks(source, row))) }
    } catch (error) {
      // Without a row there is nothing to remove, and its error is the cause.
      await row
      await this.discard([name])
      throw error
    }
  }

  open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    return this.#store.read(name, range)
  }

  /** All bytes of a file that must be there, or those of a range. */
  async readWhole(name: string, range?: ByteRange): Promise<Buffer> {
    const file = await this.open(name, range)
    if (!file) throw new Error(`the file ${name} is gone`)
    return Buffer.concat(await file.stream.toArray())
  }

  /** Removes those of these files that nothing needs: never claimed, or released. What fails is left to the sweep. */
  async discard(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    try {
      await this.#remove(await releaseUnclaimed(this.#db, names))
    } catch (err) {
      this.#logger.warn({ err, names }, 'could not remove unneeded files; the sweep will retry')
    }
  }

  /** Removes all unneeded files, such as those left by a crash. */
  async sweep(): Promise<void> {
    const before = seconds(this.#clock) - UNCLAIMED_SECONDS
    for (let round = 0; round < MAX_SWEEP_ROUNDS; round += 1) {
      const names = await releaseOld(this.#db, before, SWEPT_AT_ONCE)
      if (names.length > 0) await this.#remove(names)
      if (names.length < SWEPT_AT_ONCE) return
    }
  }

  async #remove(names: readonly string[]): Promise<void> {
    const removed: string[] = []
    for (const name of names) {
      try {
        await this.#store.remove(name)
        removed.push(name)
      } catch (err) {
        this.#logger.warn({ err, name }, 'could not remove an unneeded file')
      }
    }
    if (removed.length > 0) await deleteReleased(this.#db, removed)
  }
}

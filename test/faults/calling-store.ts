import type { FileStore } from '../../server/kernel/files/file-store.ts'

/** A store that calls something before each file that a backup reads. */
export const callingStore = (store: FileStore, work: () => Promise<void>): FileStore => ({
  read: async (...args) => {
    await work()
    return store.read(...args)
  },
  list: (...args) => store.list(...args),
  write: (...args) => store.write(...args),
  remove: (...args) => store.remove(...args),
})

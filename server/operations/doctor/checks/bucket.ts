import { fileName, newFileToken } from '../../../kernel/files/file-name.ts'
import { S3Store } from '../../../kernel/files/s3-store.ts'
import type { Check } from '../check.ts'

/** No organization has this number. */
const NOBODY = 0

export const bucketCheck: Check = {
  name: 'bucket',
  isWanted: ({ config }) => config.s3 !== null,
  async examine({ config }) {
    const { bucket } = config.s3!
    const store = new S3Store(config.s3!)
    const name = fileName(NOBODY, 'part', newFileToken())
    const bytes = Buffer.from('parley doctor')
    let doing = 'written to'
    try {
      await store.write(name, [bytes])
      doing = 'read'
      const file = await store.read(name)
      const found = file && Buffer.concat(await file.stream.toArray())
      if (!found?.equals(bytes)) return `The bucket ${bucket} returns other bytes than were written: use other storage.`
      doing = 'emptied'
      await store.remove(name)
      return null
    } catch (error) {
      const { name: code, message } = error as Error
      const why = code === 'Error' ? message : code
      return `The bucket ${bucket} cannot be ${doing} (${why}): check the PARLEY_S3_… settings and the permissions of the key.`
    }
  },
}

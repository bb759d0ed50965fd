import type { Config } from '../base/config.ts'
import { diskStoreIn } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { S3Store } from './s3-store.ts'

/** Where the settings say: in object storage, or else on the disk. */
export const openFileStore = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FileStore =>
  s3 ? new S3Store(s3) : diskStoreIn(dataDir)

import type { Check } from '../check.ts'
import { announceUpload } from '../visit/announce-upload.ts'

const MIB = 1_048_576
/** The form around the file. */
const AROUND_BYTES = 65_536

export const uploadSizeCheck: Check = {
  name: 'size of uploads',
  async examine({ config, secret, signal, visit }) {
    const found = await visit()
    if (!secret || 'failure' in found || !found.isOurs) return undefined
    const most = config.maxFileUploadSizeMib
    const status = await announceUpload(config.url, secret, most * MIB + AROUND_BYTES, signal)
    if (status < 400) return null
    return `The proxy refuses uploads of ${most} MiB (${status || 'it cuts the connection'}): raise its limit, in nginx with "client_max_body_size ${most + 1}m", or lower PARLEY_MAX_FILE_UPLOAD_SIZE_MIB.`
  },
}

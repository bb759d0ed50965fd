import { statfs } from 'node:fs/promises'
import type { Check } from '../check.ts'

const GIB = 1_073_741_824
const MIN_FREE_BYTES = GIB

export const diskCheck: Check = {
  name: 'disk',
  async examine({ config }) {
    for (const folder of [config.dataDir, ...(config.backups ? [config.backups.folder] : [])]) {
      // A missing folder is reported where it is used.
      const disk = await statfs(folder).catch(() => null)
      if (!disk) continue
      const free = disk.bavail * disk.bsize
      if (free < MIN_FREE_BYTES)
        return `The disk that holds ${folder} has only ${Math.floor(free / 1_048_576)} MiB left: free some space on it, or move the folder.`
    }
    return null
  },
}

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the server: writing to the folder in FAULT_FULL fails as on a full disk. */
const folder = process.env['FAULT_FULL'] ?? ''
const write = fs.writeFileSync

fs.writeFileSync = (file, ...rest) => {
  if (String(file).startsWith(folder))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  write(file, ...rest)
}
syncBuiltinESMExports()

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the server: reading the file in FAULT_FORBIDDEN fails, even as root. */
const forbidden = process.env['FAULT_FORBIDDEN'] ?? ''
const read = fs.readFileSync

fs.readFileSync = ((...args: Parameters<typeof read>) => {
  if (String(args[0]) === forbidden)
    throw Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' })
  return read(...args)
}) as typeof read
syncBuiltinESMExports()

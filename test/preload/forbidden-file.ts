import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the server: the file named by FAULT_FORBIDDEN is closed to us, also when root runs the tests. */
const forbidden = process.env['FAULT_FORBIDDEN'] ?? ''
const read = fs.readFileSync

fs.readFileSync = ((...args: Parameters<typeof read>) => {
  if (String(args[0]) === forbidden)
    throw Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' })
  return read(...args)
}) as typeof read
syncBuiltinESMExports()

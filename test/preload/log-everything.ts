import { createRequire } from 'node:module'

/** Loaded before the server: all loggers write from the level "trace" on. */
const library = createRequire(import.meta.url)('pino') as { pino: (options: object, ...rest: unknown[]) => unknown }
const { pino } = library

library.pino = Object.assign(
  (options: object, ...rest: unknown[]) => pino({ ...options, level: 'trace' }, ...rest),
  pino,
)

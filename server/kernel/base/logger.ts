import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { LogOutput } from './log-output.ts'

const require = createRequire(import.meta.url)

export type { Logger } from 'pino'

/** The names of secrets in this API and in our settings, wherever a request or an error may contain them. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|.*api_?key.*|push_?key.*|encrypted_push_registration|.*passw(or)?d.*|.*token.*|.*secret.*|database_?url|connection_?string|smtp_?url)$/i

const HIDDEN = '[hidden]'

/** Cached, because every request logs the same few names and the pattern takes longer than writing the value. */
const secretNames = new Map<string, boolean>()
const MAX_CACHED_NAMES = 1_000

function isSecretName(name: string): boolean {
  const known = secretNames.get(name)
  if (known !== undefined) return known
  const isSecret = SECRET_NAMES.test(name)
  if (secretNames.size < MAX_CACHED_NAMES) secretNames.set(name, isSecret)
  return isSecret
}

/** Child loggers write their bindings without the formatters. Only serializers receive them. */
const hiddenBindings = Object.fromEntries(
  [
    'authorization',
    'cookie',
    'api_key',
    'apiKey',
    'password',
    'token',
    'secret',
    'databaseUrl',
    'connectionString',
  ].map((name) => [name, () => HIDDEN]),
)

export function createLogger(config: Pick<Config, 'logFormat'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (record) => clean(record, 0) as Record<string, unknown>,
    },
    serializers: { err: (error: unknown) => error, error: (error: unknown) => error, ...hiddenBindings },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? hideInText(arg) : arg)) as typeof args)
      },
    },
  }
  if (config.logFormat === 'json') return destination ? jsonLogger(destination, options) : buffered(options)
  const { level: _, ...formatters } = options.formatters ?? {}
  // If the reader of the terminal output goes away, the server continues.
  if (!destination) process.stdout.on('error', () => {})
  return pino({ ...options, formatters }, readable(destination ?? process.stdout, !destination))
}

const jsonOutputs = new WeakMap<Logger, DestinationStream>()

/** Where a logger writes its lines of JSON. Undefined for one that writes lines for people. */
export const jsonOutputOf = (logger: Logger): DestinationStream | undefined => jsonOutputs.get(logger)

function jsonLogger(out: DestinationStream, options: LoggerOptions): Logger {
  const logger = pino(options, out)
  jsonOutputs.set(logger, out)
  return logger
}

const ERROR_LEVEL = 50

/** Writes errors immediately, together with everything before them. Nothing is lost when the process ends. */
function buffered(options: LoggerOptions): Logger {
  const out = new LogOutput(1)
  const { logMethod } = options.hooks ?? {}
  return jsonLogger(out, {
    ...options,
    hooks: {
      logMethod(args, method, level) {
        logMethod?.call(this, args, method, level)
        if (level >= ERROR_LEVEL) out.flush()
      },
    },
  })
}

/** Writes synchronously and not through a worker, so that lines from before a crash are not lost. */
function readable(out: DestinationStream, colorize: boolean): DestinationStream {
  // Only a terminal needs this module. A server that writes JSON never loads it.
  const { prettyFactory } = require('pino-pretty') as typeof import('pino-pretty')
  const format = prettyFactory({ colorize, translateTime: 'SYS:HH:MM:ss', singleLine: true })
  return { write: (line) => void out.write(format(line)) }
}

/**
 * Copies a value for the log: hides secrets by name, removes passwords from addresses, and turns errors into plain
 * objects.
 */
function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideInText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '[deep]'
  if (value instanceof Error) return cleanError(value, depth)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  if (value instanceof Date || Buffer.isBuffer(value)) return String(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretName(name) ? HIDDEN : clean(item, depth + 1)]),
  )
}

function cleanError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const code = (error as NodeJS.ErrnoException).code
  return {
    type: name,
    message: hideInText(message),
    ...(code !== undefined && { code }),
    ...(stack && { stack: hideInText(stack) }),
    ...(cause !== undefined && { cause: clean(cause, depth + 1) }),
  }
}

/** More than any stack needs. It keeps clients from filling the log with long paths or texts. */
const MAX_LOGGED_TEXT_LENGTH = 10_000

/** Most texts match none of the patterns below. */
const MAY_HIDE_SOMETHING = /:\/\/|=|%3D|Basic |Bearer /i

/**
 * Hides secrets in text: `scheme://user:password@host`, `name=value` of a query, `Basic …`. Clients control the text,
 * so each pattern starts with fixed characters and stops where another match could start. No part of the text is
 * scanned twice.
 */
export function hideInText(text: string): string {
  if (text.length > MAX_LOGGED_TEXT_LENGTH) return hideInText(cut(text, MAX_LOGGED_TEXT_LENGTH))
  if (!MAY_HIDE_SOMETHING.test(text)) return text
  return text
    .replace(/(:\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${HIDDEN}@`)
    .replace(/(\b|%3F|%26)((?:api_key|password|old_password|new_password|token)(?:=|%3D))[^&\s"']+/gi, `$1$2${HIDDEN}`)
    .replace(/\b(Basic|Bearer) [A-Za-z0-9+/=._-]+/g, `$1 ${HIDDEN}`)
}

const CUT = '… [cut]'

/**
 * Cuts a text. A password is recognised by the `@` after it. If that is cut off, the possible start of a password is
 * removed too.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, most - CUT.length).replace(/(:\/\/[^\s/:@]*):[^\s/@]*$/, '$1') + CUT
}

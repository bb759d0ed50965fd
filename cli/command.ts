import { parseArgs } from 'node:util'
import type { Config } from '../server/kernel/base/config.ts'

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {}

export interface Option {
  readonly meaning: string
  /** The value that follows, for example `HOST`. Absent for a switch. */
  readonly value?: string
  /** The command is refused without it. */
  readonly required?: true
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** In order. Optional arguments come last. */
  readonly arguments: readonly { readonly name: string; readonly meaning: string; readonly optional?: true }[]
  readonly options: Readonly<Record<string, Option>>
  /** Additional lines of its own help. */
  readonly notes?: readonly string[]
  /** Loaded only when it runs, because the contract must not be loaded before its wire name is set. */
  readonly load: () => Promise<{ run(input: Input): Promise<void> }>
}

export interface Input {
  readonly config: Config
  readonly command: Command
  readonly arguments: readonly string[]
  option(name: string): string | null
  isOn(name: string): boolean
}

/** Null if help is requested. */
export function parseInput(command: Command, args: readonly string[]): Omit<Input, 'config'> | null {
  const { values, positionals } = parsed(command, args)
  if (values['help']) return null
  const missing = command.arguments[positionals.length]
  if (missing && !missing.optional) throw new UsageError(`${missing.name} is missing.`)
  const extra = positionals[command.arguments.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many; put names with spaces in quotes.`)
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && values[name] === undefined) throw new UsageError(`--${name} ${option.value} is missing.`)
  }
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  return { command, arguments: positionals, option: text, isOn: (name) => values[name] === true }
}

const HELP = ['help', { type: 'boolean', short: 'h' }] as const

function parsed(command: Command, args: readonly string[]) {
  const options = Object.entries(command.options).map(
    ([name, option]) => [name, { type: option.value ? 'string' : 'boolean' }] as const,
  )
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries<{ type: 'string' | 'boolean'; short?: string }>([...options, HELP]),
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]?.replace(/\.?$/, '.'))
  }
}

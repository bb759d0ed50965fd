import { inspect } from 'node:util'
import { readConfig } from '../server/kernel/base/config.ts'
import { StartupRefusal } from '../server/kernel/base/startup-refusal.ts'
import { parseInput, UsageError } from './command.ts'
import { COMMANDS } from './commands.ts'
import { commandHelp, generalHelp } from './help.ts'

// The reader of the output may end first, as in "parley list-people | head". The work goes on.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 1
  })

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = await report(error)
}

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return console.log(generalHelp())
  if (name === '--version') return console.log((await import('../server/kernel/base/version.ts')).VERSION)
  const command = COMMANDS.find((known) => known.name === name)
  if (!command) throw new UsageError(`There is no command "${name}".`)
  const input = parseInput(command, args)
  if (!input) return console.log(commandHelp(command))
  const config = readConfig(process.env)
  // Must run before any server module is loaded, because the contract reads its wire name from here.
  globalThis.parleyWireName = config.wireName
  const { run } = await command.load()
  await run({ ...input, config })
}

function knownCommand(): string | undefined {
  return COMMANDS.find(({ name }) => name === process.argv[2])?.name
}

/** An error that the operator can correct is one sentence. Any other error is a bug and is printed with its stack. */
async function report(error: unknown): Promise<number> {
  if (error instanceof UsageError) {
    console.error(`${error.message} See: parley ${knownCommand() ?? ''} --help`.replace('  ', ' '))
    return 2
  }
  // Compares the name, because importing the class would load the contract before its wire name is set.
  const refused = error instanceof StartupRefusal || (error instanceof Error && error.name === 'ApiError')
  const { hideInText } = await import('../server/kernel/base/logger.ts')
  const { refusalMeanwhile } = await import('./meanwhile.ts')
  console.error(refused ? error.message : hideInText(refusalMeanwhile(error)?.message ?? inspect(error)))
  return 1
}

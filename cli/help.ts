import { SETTINGS } from '../server/kernel/base/settings.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

export function generalHelp(): string {
  return [
    'Parley, a self-hosted team-chat server',
    '',
    'Usage: parley COMMAND [ARGUMENTS]      (in a checkout: npm run parley -- COMMAND)',
    '',
    'Commands:',
    ...table(COMMANDS.map((command) => [command.name, command.summary])),
    '',
    '  parley COMMAND --help says more about one of them; parley --version prints the version.',
    '',
    'Settings, from the environment, all optional:',
    ...table(
      SETTINGS.map(({ name, meaning, default: value }) => [name, `${meaning}${value === '–' ? '' : ` (${value})`}`]),
    ),
    '',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong usage.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options)
  const usage = [
    `parley ${command.name}`,
    ...command.arguments.map((argument) => inBrackets(argument.name, argument.optional === true)),
    ...options.map(([name, option]) =>
      inBrackets(`--${name}${option.value ? ` ${option.value}` : ''}`, !option.required),
    ),
  ].join(' ')
  const rows = [
    ...command.arguments.map((argument) => [argument.name, argument.meaning]),
    ...options.map(([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option.meaning]),
  ]
  const notes = command.notes ? ['', ...command.notes] : []
  return [
    `Usage: ${usage}`,
    '',
    sentence(command.summary),
    ...(rows.length > 0 ? ['', ...table(rows)] : []),
    ...notes,
  ].join('\n')
}

const inBrackets = (text: string, optional: boolean): string => (optional ? `[${text}]` : text)
const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', meaning = '']) => `  ${name.padEnd(width)}  ${meaning.replaceAll('`', '')}`)
}

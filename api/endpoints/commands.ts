import * as z from 'zod'
import { endpoint } from '../contract.ts'

export const runCommand = endpoint({
  method: 'POST',
  path: '/zcommand',
  id: 'run-command',
  group: 'Settings',
  summary: 'Run a slash command',
  description:
    'Runs a command that people type in place of a message. `/ping` does nothing. `/light`, `/dark`, `/fluid-width` and `/fixed-width` change a setting of the caller.',
  auth: 'user',
  params: { command: z.string().max(100).describe('The command with its slash, such as `/dark`.') },
  result: { msg: z.string().describe('What was done, for the caller to read, as Markdown. Empty for `/ping`.') },
  errors: ['BAD_REQUEST'],
  badRequests: [
    'The slash is missing.',
    'The command does not exist.',
    'The caller is a bot and the command changes a setting.',
  ],
  emits: ['user_settings'],
})

import { ROLE, type Role } from '../server/realm-state/user.ts'
import { type Input, UsageError } from './command.ts'

export function roleOf(input: Input): Role {
  const name = input.option('role') ?? 'member'
  if (!Object.hasOwn(ROLE, name)) throw new UsageError(`"${name}" is not a role.`)
  return ROLE[name as keyof typeof ROLE]
}

import { ROLE, type Role } from '../server/kernel/realm-state/user.ts'
import { type Input, UsageError } from './command.ts'

export const roleOf = (input: Input): Role => roleNamed(input.option('role') ?? 'member')

export function roleNamed(name: string): Role {
  if (!Object.hasOwn(ROLE, name)) throw new UsageError(`"${name}" is not a role.`)
  return ROLE[name as keyof typeof ROLE]
}

export const nameOfRole = (role: Role): string => Object.entries(ROLE).find(([, number]) => number === role)![0]

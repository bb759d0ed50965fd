import { ApiError, badRequest } from '../../../api/errors.ts'
import { isAdministrator, isOwner, type User } from '../realm-state/user.ts'

const refusal = (role: string) => new ApiError('UNAUTHORIZED_PRINCIPAL', `Must be an organization ${role}`)

/** Most declarations of endpoints ask for the role too, but the caller may lose it before the change is made. */
export function requireAdministrator(user: User): void {
  if (!isAdministrator(user)) throw refusal('administrator')
}

/** For changes of the accounts of others. Clients expect another refusal there. */
export function requireAccountManager(user: User): void {
  if (!isAdministrator(user)) throw badRequest('Insufficient permission')
}

/** Endpoints ask for this role too, but the caller may lose it before the change is made. */
export function requireOwner(user: User): void {
  if (!isOwner(user)) throw refusal('owner')
}

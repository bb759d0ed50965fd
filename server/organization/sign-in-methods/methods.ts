import { ApiError, badRequest } from '../../../api/errors.ts'
import type { RealmAuthenticationMethod } from '../../../api/objects/realm.ts'
import type { Config } from '../../kernel/base/config.ts'
import type { AuthenticationMethod, RealmInfo } from '../../kernel/realm-state/realm-info.ts'

type Available = readonly AuthenticationMethod[]
type DisabledMethods = Pick<RealmInfo, 'disabledMethods'>
type Server = Pick<Config, 'oidc'>
type Organization = { readonly info: DisabledMethods }

/** The ways to sign in that this server has. */
export const availableMethods = ({ oidc }: Server): Available =>
  oidc === null ? ['Email'] : ['Email', 'OpenID Connect']

/** Those that people of the organization can use. Passwords are back when the operator removes the only other way. */
export function enabledMethods(available: Available, { disabledMethods }: DisabledMethods): Available {
  const enabled = available.filter((name) => !disabledMethods.includes(name))
  return enabled.length > 0 ? enabled : ['Email']
}

export const isMethodEnabled = (config: Server, info: DisabledMethods, name: AuthenticationMethod): boolean =>
  enabledMethods(availableMethods(config), info).includes(name)

export const hasPasswords = (config: Server, { info }: Organization): boolean => isMethodEnabled(config, info, 'Email')

const DISABLED = 'Password authentication is disabled in this organization'

/** Refuses a password where the organization has switched passwords off. */
export function requirePasswords(config: Server, realm: Organization): void {
  if (!hasPasswords(config, realm)) throw new ApiError('PASSWORD_AUTH_DISABLED', DISABLED)
}

/** The same for somebody who is signed in. Clients take the other error for the end of their session. */
export function requirePasswordChanges(config: Server, realm: Organization): void {
  if (!hasPasswords(config, realm)) throw badRequest(DISABLED)
}

/** The ways to sign in, as register and events show them. */
export function presentMethods(available: Available, info: DisabledMethods): Record<string, RealmAuthenticationMethod> {
  const enabled = enabledMethods(available, info)
  return Object.fromEntries(available.map((name) => [name, { enabled: enabled.includes(name), available: true }]))
}

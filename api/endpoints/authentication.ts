import * as z from 'zod'
import { endpoint, flag } from '../contract.ts'
import { UserObject } from '../objects/user.ts'
import { wire } from '../wire-name.ts'

const username = z.string().describe('The email address of the account.')

const apiKeyResult = {
  api_key: z.string().describe('The API key. Send it as the password of HTTP Basic authentication.'),
  email: z.string().describe('The email address to send as the user name of HTTP Basic authentication.'),
  user_id: z.int().describe('The id of the user.'),
}

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  id: 'fetch-api-key',
  group: 'Signing in',
  summary: 'Get an API key with a password',
  description: 'Returns the API key of an account for its email address and password. No authentication is needed.',
  auth: 'none',
  params: { username, password: z.string().describe('The password of the account.') },
  result: apiKeyResult,
  errors: ['AUTHENTICATION_FAILED', 'PASSWORD_AUTH_DISABLED', 'USER_DEACTIVATED'],
  emits: ['realm_user'],
})

export const jwtFetchApiKey = endpoint({
  method: 'POST',
  path: '/jwt/fetch_api_key',
  id: 'jwt-fetch-api-key',
  group: 'Signing in',
  summary: 'Get an API key with a signed token',
  description:
    'Returns the API key of the account whose address is in the claim `email` of a JSON web token. The token is signed with `PARLEY_JWT_SECRET` by HS256.',
  auth: 'none',
  params: {
    token: z.string().describe('The JSON web token.'),
    include_profile: flag(false).describe('Include the account.'),
  },
  result: {
    api_key: apiKeyResult.api_key,
    email: apiKeyResult.email,
    user: UserObject.optional().describe('The account; only if it was asked for.'),
  },
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED'],
  badRequests: ['The operator has set no secret for tokens.', 'The token is not valid, or has no address.'],
  emits: ['realm_user'],
})

export const regenerateApiKey = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  id: 'regenerate-api-key',
  group: 'Signing in',
  summary: 'Replace your API key',
  description: 'Makes a new API key for the caller. The old one stops working at once.',
  auth: 'user',
  params: {},
  result: { api_key: apiKeyResult.api_key },
  errors: [],
  badRequests: ['The caller is a bot.'],
})

export const devFetchApiKey = endpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  id: 'dev-fetch-api-key',
  group: 'Signing in',
  summary: 'Get an API key without a password',
  description:
    'Returns the API key of any account, for development. It works only when `PARLEY_DEVELOPMENT` is on, and only for callers on the same machine.',
  auth: 'none',
  params: { username },
  result: apiKeyResult,
  errors: ['USER_DEACTIVATED'],
  emits: ['realm_user'],
  badRequests: ['The server is not in development mode, or no account has this address.'],
})

const DevelopmentUser = z.strictObject({
  email: z.string().describe('The email address of the account.'),
  realm_url: z.string().describe('The address of its organization.'),
})

export const devListUsers = endpoint({
  method: 'GET',
  path: '/dev_list_users',
  id: 'dev-list-users',
  group: 'Signing in',
  summary: 'List accounts for development',
  description:
    'Lists the accounts that `dev_fetch_api_key` accepts. It works only when `PARLEY_DEVELOPMENT` is on, and only for callers on the same machine.',
  auth: 'none',
  params: {},
  result: {
    direct_admins: z.array(DevelopmentUser).describe('The owners and administrators.'),
    direct_users: z.array(DevelopmentUser).describe('All other accounts.'),
  },
  errors: [],
  badRequests: ['The server is not in development mode.'],
})

const isOffered = (method: string) => z.boolean().describe(`True when people can sign in with ${method}.`)

const AuthenticationMethods = z.strictObject({
  password: isOffered('a password'),
  dev: z.boolean().describe('True when the server is in development mode.'),
  email: isOffered('email address and password'),
  ldap: isOffered('LDAP'),
  remoteuser: isOffered('the single sign-on of a proxy'),
  github: isOffered('GitHub'),
  azuread: isOffered('Entra ID'),
  gitlab: isOffered('GitLab'),
  apple: isOffered('Apple'),
  google: isOffered('Google'),
  saml: isOffered('SAML'),
  'openid connect': isOffered('OpenID Connect'),
  discord: isOffered('Discord'),
})

const ExternalAuthenticationMethod = z.strictObject({
  name: z.string().describe('The name of the method.'),
  display_name: z.string().describe('The name of the method for people.'),
  display_icon: z.string().nullable().describe('The address of its icon. It is null when there is none.'),
  login_url: z.string().describe('The path that begins to sign in.'),
  signup_url: z.string().describe('The path that begins to create an account.'),
})

export const getServerSettings = endpoint({
  method: 'GET',
  path: '/server_settings',
  id: 'get-server-settings',
  group: 'Signing in',
  summary: 'Get what a client needs before signing in',
  description:
    'Describes the server and, if the host name belongs to an organization, that organization. No authentication is needed.',
  auth: 'server',
  params: {},
  result: {
    authentication_methods: AuthenticationMethods.describe('The ways to sign in.'),
    external_authentication_methods: z
      .array(ExternalAuthenticationMethod)
      .describe('The ways to sign in that lead to another website, in the order to show them.'),
    [wire('service_feature_level')]: z.int().describe('The feature level of the API.'),
    [wire('service_version')]: z.string().describe('The version of the server.'),
    [wire('service_merge_base')]: z.string().describe('The version without changes of the operator.'),
    push_notifications_enabled: z.boolean().describe('True when the server sends push notifications.'),
    is_incompatible: z.boolean().describe('True when the client is too old for this server.'),
    email_auth_enabled: z.boolean().describe('True when people can sign in with email address and password.'),
    require_email_format_usernames: z.boolean().describe('True when user names must be email addresses.'),
    realm_uri: z.string().optional().describe('Deprecated. The same as `realm_url`.'),
    realm_url: z
      .string()
      .optional()
      .describe('The address of the organization. This and the next fields are absent when the host has none.'),
    realm_name: z.string().optional().describe('The name of the organization.'),
    realm_icon: z.string().optional().describe('The address of the icon of the organization.'),
    realm_description: z.string().optional().describe('The description of the organization, as HTML.'),
    realm_web_public_access_enabled: z
      .boolean()
      .optional()
      .describe('True when some channels can be read without an account.'),
  },
  errors: [],
})

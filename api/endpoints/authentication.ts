import * as z from 'zod'
import { endpoint } from '../contract.ts'
import { wire } from '../wire-name.ts'

const apiKeyResult = { api_key: z.string(), email: z.string(), user_id: z.int() }

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  id: 'fetch-api-key',
  summary: 'The API key of an account, by its email and password',
  auth: 'none',
  params: { username: z.string(), password: z.string() },
  result: apiKeyResult,
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED'],
})

export const devFetchApiKey = endpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  id: 'dev-fetch-api-key',
  summary: 'The API key of an account without a password; development only',
  auth: 'none',
  params: { username: z.string() },
  result: apiKeyResult,
  errors: ['USER_DEACTIVATED'],
})

const DevelopmentUser = z.strictObject({ email: z.string(), realm_url: z.string() })

export const devListUsers = endpoint({
  method: 'GET',
  path: '/dev_list_users',
  id: 'dev-list-users',
  summary: 'All accounts; development only',
  auth: 'none',
  params: {},
  result: { direct_admins: z.array(DevelopmentUser), direct_users: z.array(DevelopmentUser) },
  errors: [],
})

const AuthenticationMethods = z.strictObject({
  password: z.boolean(),
  dev: z.boolean(),
  email: z.boolean(),
  ldap: z.boolean(),
  remoteuser: z.boolean(),
  github: z.boolean(),
  azuread: z.boolean(),
  gitlab: z.boolean(),
  apple: z.boolean(),
  google: z.boolean(),
  saml: z.boolean(),
  'openid connect': z.boolean(),
  discord: z.boolean(),
})

const ExternalAuthenticationMethod = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  display_icon: z.string().nullable(),
  login_url: z.string(),
  signup_url: z.string(),
})

export const getServerSettings = endpoint({
  method: 'GET',
  path: '/server_settings',
  id: 'get-server-settings',
  summary: 'What a client must know before it signs in',
  auth: 'server',
  params: {},
  result: {
    authentication_methods: AuthenticationMethods,
    external_authentication_methods: z.array(ExternalAuthenticationMethod),
    [wire('service_feature_level')]: z.int(),
    [wire('service_version')]: z.string(),
    [wire('service_merge_base')]: z.string(),
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    // Only when the host belongs to an organization.
    realm_uri: z.string().optional(),
    realm_url: z.string().optional(),
    realm_name: z.string().optional(),
    realm_icon: z.string().optional(),
    realm_description: z.string().optional(),
    realm_web_public_access_enabled: z.boolean().optional(),
  },
  errors: [],
})

/** Every error code of the contract with the HTTP status we send. A code that is not here does not compile. */
export const ERRORS = {
  BAD_REQUEST: { status: 400 },
  REQUEST_VARIABLE_MISSING: { status: 400 },
  REQUEST_VARIABLE_INVALID: { status: 400 },
  REQUEST_CONFUSING_VAR: { status: 400 },
  INVALID_JSON: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  INVALID_API_KEY: { status: 401 },
  USER_DEACTIVATED: { status: 401 },
  REALM_DEACTIVATED: { status: 401 },
  AUTHENTICATION_FAILED: { status: 401 },
  PASSWORD_AUTH_DISABLED: { status: 401 },
  PASSWORD_RESET_REQUIRED: { status: 401 },
  NONEXISTENT_SUBDOMAIN: { status: 404 },
  RATE_LIMIT_HIT: { status: 429 },
  CSRF_FAILED: { status: 403 },
  UNAUTHORIZED_PRINCIPAL: { status: 400 },
  PERMISSION_DENIED: { status: 400 },
  BAD_NARROW: { status: 400 },
  BAD_EVENT_QUEUE_ID: { status: 400 },
  STREAM_DOES_NOT_EXIST: { status: 400 },
  CHANNEL_ALREADY_EXISTS: { status: 409 },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: { status: 400 },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: { status: 400 },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: { status: 400 },
  REACTION_ALREADY_EXISTS: { status: 400 },
  REACTION_DOES_NOT_EXIST: { status: 400 },
  EXPECTATION_MISMATCH: { status: 400 },
  SYSTEM_GROUP_REQUIRED: { status: 400 },
  CANNOT_DEACTIVATE_GROUP_IN_USE: { status: 400 },
  CANNOT_DEACTIVATE_LAST_USER: { status: 400 },
  INVITATION_FAILED: { status: 400 },
  BAD_IMAGE: { status: 400 },
  REALM_UPLOAD_QUOTA: { status: 400 },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400 },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: { status: 400 },
  NO_ACTIVE_PUSH_DEVICE: { status: 400 },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400 },
  ADMIN_ACTION_REQUIRED: { status: 403 },
  FAILED_TO_CONNECT_BOUNCER: { status: 502 },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502 },
  INVALID_BOUNCER_PUBLIC_KEY: { status: 400 },
  REQUEST_EXPIRED: { status: 400 },
  MISSING_REMOTE_REALM: { status: 403 },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: { status: 400 },
  UNKNOWN_ZOOM_USER: { status: 400 },
  MISSING_HTTP_EVENT_HEADER: { status: 400 },
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: { status: 200 },
  ANOMALOUS_WEBHOOK_PAYLOAD: { status: 400 },
  SERVER_NOT_READY: { status: 503 },
  REQUEST_TIMEOUT: { status: 503 },
} as const

export type ErrorCode = keyof typeof ERRORS

/** Any endpoint may answer these: they come from the kernel, before or around the handler. */
export const COMMON_ERRORS = [
  'BAD_REQUEST',
  'REQUEST_VARIABLE_MISSING',
  'REQUEST_VARIABLE_INVALID',
  'UNAUTHORIZED',
  'REALM_DEACTIVATED',
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
  'UNAUTHORIZED_PRINCIPAL',
  'SERVER_NOT_READY',
  'REQUEST_TIMEOUT',
] as const satisfies readonly ErrorCode[]

export interface ErrorExtras {
  /** Another HTTP status than the code's own (BAD_REQUEST as 403 or 404). */
  status?: number
  data?: Record<string, unknown>
}

/** The one error class. Anything else that is thrown is a bug and becomes a 500. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** Fields beside `code` and `msg` in the answer. */
  readonly data: Record<string, unknown>

  constructor(code: ErrorCode, message: string, { status, data }: ErrorExtras = {}) {
    super(message)
    this.code = code
    this.status = status ?? ERRORS[code].status
    this.data = data ?? {}
  }
}

export const badRequest = (message: string, data: Record<string, unknown> = {}) =>
  new ApiError('BAD_REQUEST', message, { data })

export const missingParameter = (name: string) =>
  new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { data: { var_name: name } })

/** Every failed authentication has this code: only the text tells them apart. */
export const unauthorized = (message: string) => new ApiError('UNAUTHORIZED', message)

export const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required')

/** For a request with credentials; without any the code is REALM_DEACTIVATED. */
export const realmDeactivated = () => unauthorized(REALM_DEACTIVATED)
export const REALM_DEACTIVATED = 'This organization has been deactivated'

export const accountDeactivated = () => unauthorized('Account is deactivated')

/** Said where topics are checked, and by the kernel, which meets NUL before anybody else. */
export const invalidTopicCharacter = (position: number) =>
  badRequest(`Invalid character in topic, at position ${position}!`)

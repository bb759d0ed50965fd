/** Every error code of the contract with the HTTP status we send and what it means. A code that is not here does not compile. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, meaning: 'The request cannot be done. `msg` says why.' },
  REQUEST_VARIABLE_MISSING: { status: 400, meaning: 'A required parameter is missing. `var_name` names it.' },
  REQUEST_VARIABLE_INVALID: {
    status: 400,
    meaning: 'A parameter has a value that is not allowed. `var_name` and `bad_value` say which.',
  },
  REQUEST_CONFUSING_VAR: {
    status: 400,
    meaning: 'A parameter is given by its present and by an earlier name. `var_name1` and `var_name2` name both.',
  },
  INVALID_JSON: { status: 400, meaning: 'A body that must be JSON is not.' },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The credentials are missing or wrong, or the account is deactivated. `msg` says which.',
  },
  INVALID_API_KEY: { status: 401, meaning: 'The API key is wrong.' },
  USER_DEACTIVATED: { status: 401, meaning: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, meaning: 'The organization is deactivated.' },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'The user name or the password is wrong.' },
  PASSWORD_AUTH_DISABLED: { status: 401, meaning: 'The organization does not let people sign in with a password.' },
  PASSWORD_RESET_REQUIRED: { status: 401, meaning: 'The password is no longer valid and must be reset.' },
  NONEXISTENT_SUBDOMAIN: { status: 404, meaning: 'No organization has this host name.' },
  RATE_LIMIT_HIT: {
    status: 429,
    meaning: 'The caller has made too many requests. `retry-after` says how many seconds to wait.',
  },
  CSRF_FAILED: { status: 403, meaning: 'A request of a browser lacks the token that proves where it comes from.' },
  UNAUTHORIZED_PRINCIPAL: { status: 400, meaning: 'The caller does not have the role that the operation requires.' },
  PERMISSION_DENIED: { status: 400, meaning: 'Only bots can do this.' },
  BAD_NARROW: { status: 400, meaning: 'A term of the narrow is not valid. `desc` says why.' },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning: 'The queue does not exist, has ended, or belongs to somebody else. Register a new one.',
  },
  STREAM_DOES_NOT_EXIST: {
    status: 400,
    meaning: 'The channel does not exist, or the caller cannot access it. `stream` or `stream_id` names it.',
  },
  CHANNEL_ALREADY_EXISTS: { status: 409, meaning: 'Another channel has this name. `channel_name` names it.' },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The sender is not allowed to mention everybody in this large channel.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'The sender is not allowed to mention everybody in this large topic.',
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    meaning: 'Some of the messages are too old to be moved. Further fields say which part can be.',
  },
  REACTION_ALREADY_EXISTS: { status: 400, meaning: 'The caller has already reacted with this emoji.' },
  REACTION_DOES_NOT_EXIST: { status: 400, meaning: 'The caller has not reacted with this emoji.' },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'The thing has changed since the client saw it. `field_name` says which expectation failed.',
  },
  SYSTEM_GROUP_REQUIRED: { status: 400, meaning: 'The setting accepts only a system group. `setting_name` names it.' },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'The group is still used by settings or other groups. `objections` lists them.',
  },
  CANNOT_DEACTIVATE_LAST_USER: { status: 400, meaning: 'The last user or the last owner cannot be deactivated.' },
  INVITATION_FAILED: { status: 400, meaning: 'Some invitations could not be sent. `errors` says which.' },
  BAD_IMAGE: { status: 400, meaning: 'The file is not a picture that the server accepts.' },
  REALM_UPLOAD_QUOTA: { status: 400, meaning: 'The uploads of the organization would exceed its quota.' },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The device is not registered for push notifications.' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The push service does not know the device.' },
  NO_ACTIVE_PUSH_DEVICE: { status: 400, meaning: 'The user has no device that is registered for push notifications.' },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400, meaning: 'The server cannot send push notifications.' },
  ADMIN_ACTION_REQUIRED: { status: 403, meaning: 'The operator of the server must do something first.' },
  FAILED_TO_CONNECT_BOUNCER: { status: 502, meaning: 'The push service cannot be reached.' },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502, meaning: 'The push service failed.' },
  INVALID_BOUNCER_PUBLIC_KEY: {
    status: 400,
    meaning: 'The registration is encrypted for another key of the push service.',
  },
  REQUEST_EXPIRED: { status: 400, meaning: 'The registration is too old.' },
  MISSING_REMOTE_REALM: { status: 403, meaning: 'The push service does not know the organization.' },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {
    status: 400,
    meaning: 'The video call provider no longer accepts the connected account.',
  },
  UNKNOWN_ZOOM_USER: { status: 400, meaning: 'Zoom does not know the email address of the caller.' },
  MISSING_HTTP_EVENT_HEADER: { status: 400, meaning: 'The webhook lacks the header that names its event.' },
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: {
    status: 200,
    meaning: 'The integration does not support this event. It is ignored.',
  },
  ANOMALOUS_WEBHOOK_PAYLOAD: { status: 400, meaning: 'The body of the webhook is not what the integration expects.' },
  SERVER_NOT_READY: {
    status: 503,
    meaning: 'The server is starting, stopping or has no database. `Retry-After` says when to try again.',
  },
  REQUEST_TIMEOUT: {
    status: 503,
    meaning: 'The server is too busy, or the request took too long. `Retry-After` says when to try again.',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    meaning: 'The server has failed. Its operator finds the cause in the log by `request_id`.',
  },
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
  'CSRF_FAILED',
  'UNAUTHORIZED_PRINCIPAL',
  'SERVER_NOT_READY',
  'REQUEST_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
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

/** A feature has a limit of its own, which the answer then reports. Times are seconds. */
export class TooOften extends ApiError {
  readonly limit: number
  readonly resetsAt: number

  constructor({ limit, resetsAt, now }: { limit: number; resetsAt: number; now: number }) {
    super('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { data: { 'retry-after': resetsAt - now } })
    this.limit = limit
    this.resetsAt = resetsAt
  }
}

export const badRequest = (message: string, data: Record<string, unknown> = {}) =>
  new ApiError('BAD_REQUEST', message, { data })

export const missingParameter = (name: string) =>
  new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { data: { var_name: name } })

/** Every failed authentication has this code: only the text tells them apart. */
export const unauthorized = (message: string) => new ApiError('UNAUTHORIZED', message)

export const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required')

/** It answers a request with credentials; without any the code is REALM_DEACTIVATED. */
export const realmDeactivated = () => unauthorized(REALM_DEACTIVATED)
export const REALM_DEACTIVATED = 'This organization has been deactivated'

export const accountDeactivated = () => unauthorized('Account is deactivated')

/** Said where topics are checked, and by the kernel, which meets NUL before anybody else. */
export const invalidTopicCharacter = (position: number) =>
  badRequest(`Invalid character in topic, at position ${position}!`)

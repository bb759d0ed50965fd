/** A browser that is signed in. */
export interface Session {
  readonly id: number
  /** Keyed hash of the token in the cookie, in hex. */
  readonly tokenHash: string
  /** Browser and system, for people. */
  readonly device: string
  /** Seconds. */
  readonly createdAt: number
  /** Seconds. Stored at most once an hour. */
  readonly lastUsedAt: number
}

/** The browsers in which one account is signed in, oldest first. An account without any has no record. */
export interface Sessions {
  readonly userId: number
  readonly sessions: readonly Session[]
}

/** How memory finds the account of a cookie. */
export const SESSION_INDEXES = {
  token: ({ sessions }: Sessions) => sessions.map(({ tokenHash }) => tokenHash),
}

export const SESSIONS = `select user_id as "userId", json_agg(json_build_object('id', id, 'tokenHash', token_hash,
    'device', device, 'createdAt', created_at, 'lastUsedAt', last_used_at) order by id) as sessions
  from session where realm_id = $1 group by user_id`

/** A session ends when it was not used for this number of seconds: two weeks. */
export const SESSION_SECONDS = 1_209_600

export const isOver = ({ lastUsedAt }: Session, now: number): boolean => lastUsedAt + SESSION_SECONDS <= now

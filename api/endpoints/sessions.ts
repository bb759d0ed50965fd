import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'

const Session = z.strictObject({
  id: z.int().describe('The id of the session.'),
  device: z.string().describe('The browser and the system, for example `Firefox on Linux`.'),
  created_at: z.int().describe('When the browser was signed in, in UNIX seconds.'),
  last_used_at: z.int().describe('When the session was last used, in UNIX seconds, to within an hour.'),
  is_current: z.boolean().describe('True for the session that made this request.'),
})

const common = { group: 'Signing in', auth: 'user', errors: [], badRequests: ['The caller is a bot.'] } as const

export const getSessions = endpoint({
  ...common,
  method: 'GET',
  path: '/users/me/sessions',
  id: 'get-sessions',
  summary: 'List the browsers you are signed in with',
  description: 'Lists the sessions of the caller, oldest first. A session ends after two weeks without use.',
  params: {},
  result: { sessions: z.array(Session).describe('The sessions.') },
})

export const endSession = endpoint({
  ...common,
  method: 'DELETE',
  path: '/users/me/sessions/{session_id}',
  id: 'end-session',
  summary: 'Sign one browser out',
  description: 'Ends a session of the caller. The browser is signed out at once.',
  params: { session_id: json(z.int()).describe('The id of the session.') },
  result: {},
  badRequests: [...common.badRequests, 'The caller has no session with this id.'],
})

export const endAllSessions = endpoint({
  ...common,
  method: 'DELETE',
  path: '/users/me/sessions',
  id: 'end-all-sessions',
  summary: 'Sign all browsers out',
  description: 'Ends all sessions of the caller. API keys stay valid.',
  params: {
    keep_current: flag(false).describe('Keep the session that makes this request.'),
  },
  result: { ended_count: z.int().describe('How many sessions ended.') },
})

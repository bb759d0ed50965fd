import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { ownUserShape, UserObject } from '../objects/user.ts'

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  id: 'get-users',
  summary: 'The accounts of the organization',
  auth: 'user',
  params: {
    client_gravatar: json(z.boolean()).default(true),
    include_custom_profile_fields: json(z.boolean()).default(false),
    user_ids: json(ids()).optional(),
  },
  result: { members: z.array(UserObject) },
  errors: [],
  weight: () => 5,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  id: 'create-user',
  summary: 'Create an account',
  auth: 'administrator',
  params: { email: z.string(), password: z.string(), full_name: z.string() },
  result: { user_id: z.int() },
  errors: [],
  emits: ['realm_user', 'subscription', 'message'],
})

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/users/me',
  id: 'get-own-user',
  summary: 'The account of the caller',
  auth: 'user',
  params: {},
  result: ownUserShape,
  errors: [],
})

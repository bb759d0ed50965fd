/** Code that must not compile. `tsc` fails if one of these lines becomes valid. Nothing imports this file. */
import * as z from 'zod'
import { endpoint, json } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import { ApiError } from '../../../api/errors.ts'
import type { createClient } from '../../../client/client.ts'
import type { Tx } from '../transaction/tx.ts'
import type { UploadRules } from './request/receive-upload.ts'
import { type Route, rawRoute, route } from './route.ts'
import { uploadRoute } from './upload-route.ts'

const common = { id: 'x', group: 'Messages', summary: '', description: '', auth: 'user', result: {} } as const

// @ts-expect-error the path names a parameter that is not declared
endpoint({ ...common, method: 'GET', path: '/x/{id}', params: { other: json(z.int()) }, errors: [] })
// @ts-expect-error an alias of a parameter that does not exist
endpoint({ ...common, method: 'GET', path: '/x', params: {}, errors: [], aliases: { a: 'nope' } })
// @ts-expect-error a body for a parameter that does not exist
endpoint({ ...common, method: 'POST', path: '/x', params: {}, errors: [], bodyParam: 'nope' })
// @ts-expect-error undeclared error code
endpoint({ ...common, method: 'GET', path: '/x', params: {}, errors: ['NOPE'] })
// @ts-expect-error unknown event
endpoint({ ...common, method: 'GET', path: '/x', params: {}, errors: [], emits: ['nope'] })
// @ts-expect-error the API page has no such group
endpoint({ ...common, group: 'Nope', method: 'GET', path: '/x', params: {}, errors: [] })
// @ts-expect-error the API page needs a description
endpoint({ ...common, description: undefined, method: 'GET', path: '/x', params: {}, errors: [] })
// @ts-expect-error an error needs a code of the contract
void new ApiError('NOPE', '')

// @ts-expect-error the result has the wrong shape
route(endpoints.sendMessage, async () => ({ id: 'x', message_url: '', message_link: '' }))
// @ts-expect-error the result is not complete
route(endpoints.sendMessage, () => ({ id: 1 }))
// @ts-expect-error the result has a field that is not declared
route(endpoints.deleteQueue, () => ({ nope: 1 }))
// @ts-expect-error the same of an asynchronous handler
route(endpoints.deleteQueue, async () => ({ nope: 1 }))
// @ts-expect-error a raw route answers through its reply
rawRoute(endpoints.getEvents, () => ({ queue_id: 'x', events: [] }))
// @ts-expect-error the parameter does not exist
route(endpoints.deleteQueue, ({ params }) => ({ ...(params.nope as object) }))
// @ts-expect-error an endpoint for everyone has no account
route(endpoints.devListUsers, ({ actor }) => ({ direct_admins: [actor.user.id], direct_users: [] }))

declare const rules: UploadRules
// @ts-expect-error the file is not among the parameters but next to them
uploadRoute(endpoints.uploadAvatar, rules, ({ params }) => ({ avatar_url: params.file.filename }))
// @ts-expect-error a file that is required needs a refusal of forms without one
uploadRoute(endpoints.uploadAvatar, { ...rules, missing: undefined }, () => ({ avatar_url: '' }))
// @ts-expect-error other routes have no file
route(endpoints.deleteAvatar, ({ file }) => ({ avatar_url: file.name }))

const some = { getUsers: route(endpoints.getUsers, () => ({ members: [] })) }
// @ts-expect-error not every endpoint has a route
some satisfies Record<keyof typeof endpoints, Route>
// @ts-expect-error the route of another endpoint
route(endpoints.deleteAvatar, () => ({ avatar_url: '' })) satisfies Route<typeof endpoints.uploadAvatar>
// @ts-expect-error the same of endpoints with the same parameters and results
route(endpoints.getOwnUser, async () => ({}) as never) satisfies Route<typeof endpoints.getUsers>

declare const tx: Tx
// @ts-expect-error memory has no such change
tx.record([{ put: 'usr' }])
// @ts-expect-error a user must be complete
tx.record([{ put: 'user', user: { id: 1 } }])

declare const client: ReturnType<typeof createClient>
// @ts-expect-error message_id is a number
void client.call(endpoints.getMessage, { message_id: '1' })
// @ts-expect-error message_id is required
void client.call(endpoints.getMessage, {})
// @ts-expect-error the parameter does not exist
void client.call(endpoints.getMessage, { message_id: 1, nope: 1 })
// @ts-expect-error a file is not a plain text
void client.call(endpoints.uploadAvatar, { file: 'x' })
// @ts-expect-error the answer does not have this field
void client.call(endpoints.getMessage, { message_id: 1 }).then((answer) => answer.nope)

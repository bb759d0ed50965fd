import * as z from 'zod'
import { wire } from '../wire-name.ts'
import { event } from './base.ts'

export const Heartbeat = event('heartbeat', {}).describe(
  'Nothing happened. It ends a request that has waited for long.',
)

export const Restart = event('restart', {
  [wire('service_version')]: z.string().describe('The version of the server.'),
  [wire('service_merge_base')]: z.string().describe('The version without changes of the operator.'),
  [wire('service_feature_level')]: z.int().describe('The feature level of the API.'),
  server_generation: z.int().describe('When the server started, in seconds since 1970. It grows with every start.'),
}).describe('The server has started again. Queues go on where they were.')

export const WebReloadClient = event('web_reload_client', {
  immediate: z.boolean().describe('False if the web app may wait until nobody is typing.'),
}).describe('Web apps should load their newest version. Other clients ignore it.')

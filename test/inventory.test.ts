import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Auth } from '../api/contract.ts'
import { endpoints } from '../api/endpoints/index.ts'
import { formPages } from '../server/accounts/pages/routes.ts'
import { features } from '../server/features.ts'
import { allOf } from '../server/kernel/feature.ts'
import type { FormPage } from '../server/kernel/http/pages/form-pages.ts'
import { resumableUploadPages } from '../server/messages/uploads/resumable/page-routes.ts'
import { createKernel } from './http/kernel-fixture.ts'

/** Lists the routes with these permissions. A change of public access has to be confirmed here. */
const routesFor = (...who: Auth[]): string[] =>
  Object.values(endpoints)
    .filter(({ auth }) => who.includes(auth))
    .map(({ method, path }) => `${method} ${path}`)
    .sort()

test('these answer on any host, to any caller', () => {
  expect(routesFor('server')).toEqual(['GET /server_settings'])
})

test('these answer without credentials', () => {
  expect(routesFor('none')).toEqual([
    'GET /dev_list_users',
    'POST /dev_fetch_api_key',
    'POST /fetch_api_key',
    'POST /jwt/fetch_api_key',
  ])
})

test('these decide themselves what a visitor gets', () => {
  expect(routesFor('optional')).toEqual(['GET /messages', 'POST /register'])
})

test('these are for administrators', () => {
  expect(routesFor('administrator')).toEqual([
    'DELETE /default_stream_groups/{group_id}',
    'DELETE /default_streams',
    'DELETE /export/realm/{export_id}',
    'DELETE /realm/filters/{filter_id}',
    'DELETE /realm/icon',
    'DELETE /realm/logo',
    'DELETE /realm/playgrounds/{playground_id}',
    'DELETE /realm/profile_fields/{field_id}',
    'DELETE /users/{user_id}',
    'GET /export/realm',
    'GET /export/realm/consents',
    'GET /realm/audit_log',
    'PATCH /channel_folders',
    'PATCH /channel_folders/{channel_folder_id}',
    'PATCH /default_stream_groups/{group_id}',
    'PATCH /default_stream_groups/{group_id}/streams',
    'PATCH /realm',
    'PATCH /realm/filters/{filter_id}',
    'PATCH /realm/linkifiers',
    'PATCH /realm/profile_fields',
    'PATCH /realm/profile_fields/{field_id}',
    'PATCH /realm/user_settings_defaults',
    'PATCH /users/{email}',
    'PATCH /users/{user_id}',
    'POST /channel_folders/create',
    'POST /default_stream_groups/create',
    'POST /default_streams',
    'POST /export/realm',
    'POST /realm/filters',
    'POST /realm/icon',
    'POST /realm/logo',
    'POST /realm/playgrounds',
    'POST /realm/profile_fields',
    'POST /realm/test_welcome_bot_custom_message',
    'POST /streams/{stream_id}/delete_topic',
    'POST /users',
  ])
})

test('these are for owners', () => {
  expect(routesFor('owner')).toEqual([
    'DELETE /realm/domains/{domain}',
    'PATCH /realm/domains/{domain}',
    'POST /realm/deactivate',
    'POST /realm/domains',
  ])
})

test('these are for incoming-webhook bots, which may do nothing else', () => {
  const open = Object.values(endpoints).filter((endpoint) => 'webhookBots' in endpoint && endpoint.webhookBots)
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /messages',
    'POST /external/{integration}',
  ])
})

test('these pages exist besides the operations', async () => {
  const inventory = new URL('../docs/contract-inventory.json', import.meta.url)
  const { ownPages } = JSON.parse(readFileSync(inventory, 'utf8')) as { ownPages: string[] }
  const { app } = createKernel()
  const pages: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') pages.push(`GET ${url}`)
  })
  await app.ready()
  await app.close()
  pages.push(...formPages.filter(({ path }) => path.endsWith('/')).map(({ path }) => `GET ${path}`))
  expect(pages.sort()).toEqual(ownPages.toSorted())
})

const pagesFor = (who: 'none' | 'optional'): string[] =>
  allOf(features, 'filePages')
    .filter(({ auth }) => auth === who)
    .map(({ path }) => path)

test('these files are for everybody who knows their address', () => {
  expect(pagesFor('none')).toEqual([
    '/user_avatars/{realm}/{picture}',
    '/user_avatars/{realm}/generated/{picture}',
    '/static/generated/emoji/{file}',
    '/user_avatars/{realm}/emoji/images/{picture}',
    '/user_avatars/{realm}/emoji/images/still/{picture}',
    '/static/generated/emoji/images/emoji/unicode/{picture}',
    '/user_avatars/{realm}/realm/{picture}',
    '/user_uploads/temporary/{grant}/{name}',
    '/external_content/{signature}/{address}',
  ])
})

test('these pages decide themselves what a visitor gets', () => {
  expect(pagesFor('optional')).toEqual([
    '/avatar/{user}',
    '/avatar/{user}/medium',
    '/api/v1/avatar/{user}',
    '/api/v1/avatar/{user}/medium',
    '/user_uploads/{realm}/{token}/{name}',
    '/user_uploads/download/{realm}/{token}/{name}',
    '/user_uploads/thumbnail/{realm}/{token}/{name}/{format}',
    '/calls/bigbluebutton/join/{grant}/{name}',
    '/exports/{grant}/{name}',
  ])
})

const formsFor = (who: FormPage['proof']): string[] =>
  formPages.filter(({ proof, path }) => proof === who && path.endsWith('/')).map(({ path }) => path)

test('these pages have a form that needs the token of the browser', () => {
  expect(formsFor('token')).toEqual([
    '/login/',
    '/logout/',
    '/accounts/password/reset/',
    '/accounts/devices/',
    '/accounts/api-key/',
    '/register/',
  ])
})

test('these pages have a form for everybody who knows their secret address', () => {
  expect(formsFor('address')).toEqual([
    '/accounts/password/reset/{token}/',
    '/accounts/confirm_new_email/{token}/',
    '/join/{key}/',
    '/join/sign-up/',
    '/unsubscribe/{token}/',
  ])
})

test('these pages have no form; they show a person what to do', () => {
  expect(formsFor('none')).toEqual([
    '/accounts/login/social/oidc/',
    '/complete/oidc/',
    '/accounts/joined/',
    '/calls/zoom/register/',
    '/calls/zoom/complete/',
    '/calls/webex/register/',
    '/calls/webex/complete/',
    '/calls/continue/',
  ])
})

test('every such page is also there without the last slash', () => {
  const paths = formPages.map(({ path }) => path)
  const withSlash = paths.filter((path) => path.endsWith('/'))
  expect(paths.toSorted()).toEqual([...withSlash, ...withSlash.map((path) => path.slice(0, -1))].sort())
})

test('these addresses take bytes instead of forms, from people who are signed in', () => {
  expect(resumableUploadPages.map(({ door, path }) => `${door} ${path}`)).toEqual([
    'key /api/v1/tus',
    'key /api/v1/tus/',
    'key /api/v1/tus/{token}',
    'session /json/tus',
    'session /json/tus/',
    'session /json/tus/{token}',
  ])
})

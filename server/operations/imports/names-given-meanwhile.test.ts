import { expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { importSource } from '../../../test/imports/imports-of.ts'
import { channelOf, listSource, messageOf, personOf, subscriptionOf } from '../../../test/imports/list-source.ts'
import { picture } from '../../../test/pictures.ts'
import { useServer } from '../../../test/use-server.ts'
import type { ImportSource } from './source.ts'

const { server } = useServer()

test('a name that somebody gives while an import runs does not stop it', async () => {
  const bytes = await picture()
  const named = (name: string) => ({ id: name, where: name, name })
  const picturesOf = async function* () {
    yield bytes
  }
  const lists = {
    people: [personOf('ann', { profile: { Tools: 'spade' } })],
    folders: [named('Places')],
    channels: [channelOf('beds')],
    groups: [{ ...named('gardeners'), people: ['ann'] }],
    subscriptions: [subscriptionOf('ann', 'beds')],
    emoji: [
      { ...named('rose'), picture: { ...named('rose.png'), type: null, size: null, open: async () => picturesOf() } },
    ],
    linkifiers: [{ ...named('tickets'), pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tickets.example/{id}' }],
    profileFields: [{ ...named('Tools'), type: 1 }],
    messages: [
      messageOf('1', 'ann', { channelId: 'beds', topic: 'roses' }, ['hello'], {
        reactions: [{ where: 'r', personId: 'ann', emoji: { customId: 'rose' } }],
      }),
    ],
  }
  const { owner } = server
  const source: ImportSource = {
    ...listSource(lists),
    async *drafts() {
      yield* []
      await owner.call(endpoints.uploadCustomEmoji, {
        emoji_name: 'rose',
        filename: { filename: 'r.png', type: 'image/png', bytes },
      })
      await owner.call(endpoints.createChannelFolder, { name: 'places', description: '' })
      await owner.call(endpoints.createUserGroup, { name: 'Gardeners', description: '', members: [] })
      await owner.call(endpoints.subscribe, { subscriptions: [{ name: 'Beds' }] })
      await owner.call(endpoints.createCustomProfileField, { name: 'Tools', field_type: 1 })
      const { pattern } = lists.linkifiers[0]!
      await owner.call(endpoints.addLinkifier, { pattern, url_template: 'https://ours.example/{id}' })
    },
  }
  await importSource(server, source)
  const state = await owner.call(endpoints.registerQueue, {})
  expect(Object.values(state.realm_emoji!).map(({ name }) => name)).toEqual(['rose_imported', 'rose'])
  expect(state.channel_folders!.map(({ name }) => name).sort()).toEqual(['Places (imported)', 'places'])
  const groups = state.realm_user_groups!.filter(({ is_system_group }) => !is_system_group)
  expect(groups.map(({ name }) => name).sort()).toEqual(['Gardeners', 'gardeners (imported)'])
  expect(state.custom_profile_fields!.map(({ name }) => name).sort()).toEqual(['Tools', 'Tools (imported)'])
  const { linkifiers } = await owner.call(endpoints.getLinkifiers, {})
  expect(linkifiers.map(({ url_template }) => url_template)).toEqual(['https://ours.example/{id}'])
  const ann = server.clientFor(server.realm.usersNamed('Ann')[0]!)
  const { messages } = await ann.call(endpoints.getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })
  expect(messages).toMatchObject([
    { display_recipient: 'beds (imported)', reactions: [{ emoji_name: 'rose_imported' }] },
  ])
  expect(await breaches(server)).toEqual([])
})

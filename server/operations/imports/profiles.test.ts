import { expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { importSource } from '../../../test/imports/imports-of.ts'
import { listSource, personOf } from '../../../test/imports/list-source.ts'
import { useServer } from '../../../test/use-server.ts'

const { server } = useServer()

const fieldOf = (id: string, type: number, fieldData = '') => ({ id, where: `fields ${id}`, name: id, type, fieldData })
const choices = (...texts: string[]) =>
  JSON.stringify(Object.fromEntries(texts.map((text, index) => [`${index}`, { text, order: `${index + 1}` }])))

const lists = {
  profileFields: [
    fieldOf('Mentors', 6),
    fieldOf('Team', 3, choices('Roses', 'Tulips')),
    fieldOf('Page', 5),
    fieldOf('About', 2),
    fieldOf('Broken', 3, '{"0":'),
    fieldOf('Odd', 3, '{"0": {"text": 1}}'),
  ],
  people: [
    personOf('ann', {
      profile: { Mentors: '["bob", "nobody", "ann"]', Team: '1', Page: 'https://ann.example', About: 'I **dig**' },
    }),
    personOf('bob', { profile: { Mentors: '["ann"]', Team: '7', Page: 'javascript:alert(1)', Broken: 'x' } }),
    personOf('cho', { profile: { Mentors: 'ann', About: 'x'.repeat(501) } }),
  ],
}

test('profiles name the new people, are rendered, and have no values that our rules refuse', async () => {
  // A field of the same name has other choices.
  const { id: team } = await server.owner.call(endpoints.createCustomProfileField, {
    name: 'Team',
    field_type: 3,
    field_data: JSON.parse(choices('Soup')),
  })
  const { added, report } = await importSource(server, listSource(lists))
  expect(added).toMatchObject({ 'profile fields': 4, people: 3 })
  expect(Object.fromEntries(report.left)).toEqual({ 'profile fields': 2, 'values of profile fields': 4 })
  const state = await server.owner.call(endpoints.registerQueue, {})
  const fields = new Map(state.custom_profile_fields!.map(({ id, name }) => [name, `${id}`]))
  expect([...fields.keys()]).toEqual(['Team', 'Mentors', 'Team (imported)', 'Page', 'About'])
  expect(fields.get('Team')).toBe(`${team}`)
  const person = (name: string) => state.realm_users!.find((one) => one.full_name === name)!
  const profile = (name: string) =>
    Object.fromEntries(
      [...fields].flatMap(([field, id]) => {
        const value = person(name).profile_data?.[id]
        return value ? [[field, value]] : []
      }),
    )
  expect(profile('Ann')).toEqual({
    Mentors: { value: JSON.stringify([person('Bob').user_id, person('Ann').user_id]) },
    'Team (imported)': { value: '1' },
    Page: { value: 'https://ann.example' },
    About: { value: 'I **dig**', rendered_value: '<p>I <strong>dig</strong></p>' },
  })
  expect(profile('Bob')).toEqual({ Mentors: { value: `[${person('Ann').user_id}]` } })
  expect(profile('Cho')).toEqual({})
  expect(await breaches(server)).toEqual([])
})

test('a field with the same name, type and choices takes the values', async () => {
  const people = [personOf('dan', { profile: { Team: '0' } })]
  const profileFields = [fieldOf('Team', 3, choices('Soup'))]
  const { added } = await importSource(server, listSource({ people, profileFields }, 'other'))
  expect(added).toEqual({ people: 1, messages: 0 })
  const { members } = await server.owner.call(endpoints.getUsers, { include_custom_profile_fields: true })
  const dan = members.find(({ full_name }) => full_name === 'Dan')!
  expect(Object.values(dan.profile_data!)).toEqual([{ value: '0' }])
  expect(await breaches(server)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('POST /zcommand', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  const run = (person: Person, command: string) => person.client.call(endpoints.runCommand, { command })
  const settingsOf = async ({ client }: Person) =>
    (await client.call(endpoints.registerQueue, { fetch_event_types: ['user_settings'] })).user_settings!

  test('ping answers with an empty text and changes nothing', async () => {
    const { seq } = server.realm
    expect(await postForm(server, ann, '/zcommand', { command: '/ping' })).toEqual({ result: 'success', msg: '' })
    expect(server.realm.seq).toBe(seq)
  })

  test('a theme is changed as by PATCH /settings, and only the caller gets the event', async () => {
    const watchers = { Ann: ann.client, Bob: bob.client }
    const told = await explains(watchers, async () => {
      expect(await run(ann, '/dark')).toEqual({
        msg: 'Changed to dark theme! To revert dark theme, type `/light`.',
      })
    })
    expect(told['Ann']).toEqual([
      expect.objectContaining({ type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 }),
    ])
    expect(told['Bob']).toEqual([])
    expect((await settingsOf(ann)).color_scheme).toBe(2)
    expect((await settingsOf(bob)).color_scheme).toBe(1)
  })

  test.each([
    ['/light', 'Changed to light theme! To revert light theme, type `/dark`.', { color_scheme: 3 }],
    ['/night', 'Changed to dark theme! To revert dark theme, type `/light`.', { color_scheme: 2 }],
    ['/dark', 'You are still in dark theme.', { color_scheme: 2 }],
    ['/day', 'Changed to light theme! To revert light theme, type `/dark`.', { color_scheme: 3 }],
    ['/light', 'You are still in light theme.', { color_scheme: 3 }],
    ['/fixed-width', 'You are still in fixed width mode.', { fluid_layout_width: false }],
    [
      '/fluid-width',
      'Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.',
      { fluid_layout_width: true },
    ],
    ['/fluid-width', 'You are still in fluid width mode.', { fluid_layout_width: true }],
    [
      '/fixed-width',
      'Changed to fixed-width mode! To revert fixed-width mode, type `/fluid-width`.',
      { fluid_layout_width: false },
    ],
  ])('%s answers: %s', async (command, msg, settings) => {
    expect(await run(bob, command)).toEqual({ msg })
    expect(await settingsOf(bob)).toMatchObject(settings)
  })

  test('the text replaces the empty one of the envelope, beside parameters without effect', async () => {
    const answer = await postForm(server, bob, '/zcommand', { command: '/day', speed: 'high' })
    expect(answer).toEqual({
      result: 'success',
      msg: 'You are still in light theme.',
      ignored_parameters_unsupported: ['speed'],
    })
  })

  test.each([
    ['/boil-ocean', 'No such command: boil-ocean'],
    ['/', 'No such command: '],
    ['/constructor', 'No such command: constructor'],
    ['dark', 'There should be a leading slash in the zcommand.'],
  ])('%s is refused', async (command, text) => {
    await refused(run(ann, command), text)
  })

  test('a long command is refused', async () => {
    const answer = await postForm(server, ann, '/zcommand', { command: `/${'x'.repeat(100)}` })
    expect(answer).toMatchObject({ result: 'error', msg: 'command is too long (limit: 100 characters)' })
  })

  test('bots may ping but have no settings', async () => {
    const robot = await bot(server, 'Robot', ann)
    expect(await run(robot, '/ping')).toEqual({ msg: '' })
    await refused(run(robot, '/dark'), 'This endpoint does not accept bot requests.')
  })
})

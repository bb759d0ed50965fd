import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('POST /users/me/onboarding_steps', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  const mark = (person: Person, onboarding_step: string) =>
    person.client.call(endpoints.markOnboardingStep, { onboarding_step })
  const left = async (person: Person) => {
    const state = await person.client.call(endpoints.registerQueue, { fetch_event_types: ['onboarding_steps'] })
    expect(state.navigation_tour_video_url).toBeNull()
    return state.onboarding_steps!.map(({ name }) => name)
  }

  test('an introduction that was seen is not shown again, and only its viewer gets an event', async () => {
    const before = await left(ann)
    expect(before).toContain('intro_inbox_view_modal')
    const watchers = { Ann: ann.client, Bob: bob.client }
    const told = await explains(watchers, () => mark(ann, 'intro_inbox_view_modal'))
    const after = before.filter((name) => name !== 'intro_inbox_view_modal')
    expect(told['Ann']).toEqual([
      {
        id: expect.any(Number),
        type: 'onboarding_steps',
        onboarding_steps: after.map((name) => ({ type: 'one_time_notice', name })),
      },
    ])
    expect(told['Bob']).toEqual([])
    expect(await left(ann)).toEqual(after)
    expect(await left(bob)).toEqual(before)
  })

  test('a second time changes nothing', async () => {
    await mark(bob, 'intro_resolve_topic')
    const { seq } = server.realm
    await mark(bob, 'intro_resolve_topic')
    expect(server.realm.seq).toBe(seq)
  })

  test('what is no introduction is refused', async () => {
    await refused(mark(ann, 'nonsense'), 'Unknown onboarding_step: nonsense')
  })

  test('bots have no introductions', async () => {
    const robot = await bot(server, 'Robot', ann)
    expect(await left(robot)).toEqual([])
    await refused(mark(robot, 'intro_resolve_topic'), 'This endpoint does not accept bot requests.')
  })
})

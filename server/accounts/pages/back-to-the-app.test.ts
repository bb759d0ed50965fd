import { expect, test } from 'vitest'
import { Browser } from '../../../test/browser-visit.ts'
import { useServer } from '../../../test/use-server.ts'

const { server } = useServer()

test('signing in leads back to a place in the app, also with the browser signed in already', async () => {
  const ann = await server.person('Ann')
  const browser = new Browser(server)
  const place = '/#narrow/channel/7-infra/topic/Postgres.2017.3A.20done/near/42'
  const asked = `/login/?next=${encodeURIComponent(place)}`
  expect((await browser.request(asked)).text).toContain(`name="next" value="${place}"`)
  const answer = await browser.signIn(ann.email, 'correct horse battery staple', place)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, place])
  const again = await browser.request(asked)
  expect([again.status, again.headers.get('location')]).toEqual([303, place])
})

import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/app.ts'
import { features } from '../../server/features.ts'
import type { Config } from '../../server/kernel/base/config.ts'
import { claimDataFolder } from '../../server/kernel/base/data-folder.ts'
import { createLogger } from '../../server/kernel/base/logger.ts'
import { openDatabase } from '../../server/kernel/db/connect.ts'
import { openContext } from '../../server/open-context.ts'
import { createRealm } from '../../server/operations/founding/create-realm.ts'
import { migrateDatabase } from '../../server/operations/process/migrate-database.ts'
import { addEmoji } from './add-emoji.ts'
import { endOfStory } from './conversation.ts'
import { createChannels } from './create-channels.ts'
import type { Pictures } from './draw-pictures.ts'
import { createMembers } from './organization.ts'
import { emailOf, PASSWORD, PEOPLE } from './people.ts'
import { planLater } from './plan-later.ts'
import { showPresence } from './presence.ts'
import { describePeople } from './profiles.ts'
import { StoryClock } from './story-clock.ts'
import { tellStory } from './tell-story.ts'

const DAY = 24 * 60 * 60_000
const FOUNDED_DAYS_AGO = 30

/**
 * Fills an empty data folder through the API. Its server has a clock of its own, so that messages can be days old, and
 * a port of its own, because nobody else is to see it yet.
 */
export async function fillDemo(config: Config, pictures: Pictures, say: (progress: string) => void): Promise<void> {
  const now = Date.now()
  const clock = new StoryClock(now - FOUNDED_DAYS_AGO * DAY)
  await using opened = new AsyncDisposableStack()
  const log = createLogger({ logFormat: 'pretty' }, { write: () => {} })
  const folder = await claimDataFolder(config.dataDir, 'demo', null, log)
  opened.defer(() => folder.release())
  say('Starting the database')
  const database = opened.adopt(await openDatabase(config, log), (it) => it.close())
  await migrateDatabase(database, log, folder.predecessor)
  const ctx = opened.adopt(await openContext(config, database, log, features, { folder, clock, upkeep: false }), (it) =>
    it.close(),
  )
  const owner = { fullName: PEOPLE.mara.name, email: emailOf('mara'), password: PASSWORD }
  await createRealm(ctx, { name: 'Lanternworks', host: new URL(config.url).hostname, owner })
  const app = buildApp(ctx)
  opened.defer(async () => {
    ctx.queues.drain()
    await app.close()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  say('Inviting people')
  const members = await createMembers(url, pictures)
  await describePeople(members)
  await addEmoji(members, pictures)
  say('Opening channels')
  const channels = await createChannels(members)
  say('Telling what happened')
  await tellStory({ members, channels, pictures, clock, end: endOfStory(new Date(now)), say })
  await planLater(members, channels, now)
  await showPresence(members, clock, now)
}

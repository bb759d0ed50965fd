import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { breaches } from '../breaches.ts'
import {
  mattermostChannel,
  mattermostEntries,
  mattermostLines,
  mattermostPost,
  mattermostTeam,
  mattermostUser,
} from '../imports/mattermost.ts'
import { slackChannel, slackEntries, slackMessage, slackUser } from '../imports/slack.ts'
import { zipOf } from '../imports/zip.ts'
import { temporaryFolder } from '../parley-process.ts'
import { useServer } from '../use-server.ts'
import { rounds } from './rounds.ts'
import { readMessages, runImport } from './run-import.ts'

/** Messages that each export has more than the one before. */
const MESSAGES = 4
/** More statements than an import has. */
const STATEMENTS = 450
const START = 1_700_000_000

const folder = temporaryFolder()
const { server, ann } = useServer({ members: ['ann'] })
afterAll(() => folder.remove())

/** Threads of two messages, as many as an export of this size has. */
const threads = (size: number) => Array.from({ length: (size * MESSAGES) / 2 }, (_, index) => START + index * 10)

const EXPORTS = {
  slack: (size: number) =>
    slackEntries({
      users: [slackUser('U1', 'Ann', { profile: { email: ann.email } }), slackUser('U2', 'Bob')],
      channels: [slackChannel('C1', 'garden', ['U1', 'U2'])],
      days: {
        'garden/2023-11-14': threads(size).flatMap((at) => [
          slackMessage('U1', `${at}.0001`, `From Slack ${at}`, { thread_ts: `${at}.0001`, reply_count: 1 }),
          slackMessage('U2', `${at}.0002`, '<@U1>', { thread_ts: `${at}.0001` }),
        ]),
      },
    }),
  mattermost: (size: number) =>
    mattermostEntries(
      mattermostLines([
        mattermostTeam('acme', 'Acme'),
        mattermostChannel('acme', 'beds', 'Beds'),
        mattermostUser('ann', { acme: ['beds'] }, { email: ann.email }),
        mattermostUser('cho', { acme: ['beds'] }),
        ...threads(size).map((at) =>
          mattermostPost('acme:beds', 'ann', at * 1_000, `From Mattermost ${at}`, {
            replies: [{ user: 'cho', message: '@ann', create_at: at * 1_000 + 1 }],
          }),
        ),
      ]),
    ),
}

type Format = keyof typeof EXPORTS

function written(format: Format, size: number): string {
  const path = join(folder.path, `${format}.zip`)
  writeFileSync(path, zipOf(EXPORTS[format](size)))
  return path
}

async function received(): Promise<number> {
  const messages = await readMessages(server, ann)
  return messages.filter(({ timestamp }) => timestamp < START + 100_000).length
}

test.each<Format>(['slack', 'mattermost'])(
  'kill -9 during an import from %s leaves the old state or the new one, and the export may have grown',
  async (format) => {
    const before = await received()
    let [kills, size] = [0, 1]
    for (let round = 0; round < rounds(2, 30); round += 1) {
      const code = await runImport(server, [format, written(format, size)], randomInt(STATEMENTS))
      const found = (await received()) - before
      // All of this export, or what the last complete import had.
      expect([size * MESSAGES, (size - 1) * MESSAGES]).toContain(found)
      expect(await breaches(server)).toEqual([])
      if (code === null) kills += 1
      if (found === size * MESSAGES) size += 1
    }
    await runImport(server, [format, written(format, size + 1)])
    console.log(`kill -9 within imports from ${format}: ${kills} kills, ${size} complete imports`)
    expect((await received()) - before).toBe((size + 1) * MESSAGES)
    expect(await breaches(server)).toEqual([])
  },
  300_000,
)

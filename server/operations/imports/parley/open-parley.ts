import { readFile } from 'node:fs/promises'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import type { ArchiveFolder } from '../archive/open-folder.ts'
import { openFolder } from '../archive/open-folder.ts'
import type { ImportSource, OpenSource } from '../source.ts'
import { ParleyArchive } from './archive.ts'
import { messagesOf, reactionsOf } from './messages.ts'
import { channelsOf, draftsOf, emojiOf, groupsOf, peopleOf, subscriptionsOf } from './records.ts'

const NEWEST_FORMAT = 1

interface Organization {
  readonly format_version: number
  readonly name: string
  readonly uuid: string
  readonly host: string
}

/** An archive of "parley export", or of an export in the web app. */
export const openParley: OpenSource = async (path, { report }) => {
  const folder = await openFolder(path, 'organization.json')
  try {
    const organization = await readOrganization(folder, path)
    const archive = await ParleyArchive.open(folder, organization.host, report)
    return {
      format: 'parley',
      identity: organization.uuid,
      name: organization.name,
      people: () => peopleOf(archive),
      groups: () => groupsOf(archive),
      channels: () => channelsOf(archive),
      subscriptions: () => subscriptionsOf(archive),
      emoji: () => emojiOf(archive),
      messages: () => messagesOf(archive),
      reactions: () => reactionsOf(archive),
      drafts: () => draftsOf(archive),
      settings: async () => organization.settings ?? {},
      close: () => folder.close(),
    } satisfies ImportSource
  } catch (error) {
    await folder.close()
    throw error
  }
}

async function readOrganization(
  folder: ArchiveFolder,
  path: string,
): Promise<Organization & { readonly settings?: Readonly<Record<string, unknown>> }> {
  const found = await folder.find('organization.json')
  const text = found === null ? '' : await readFile(found, 'utf8')
  const parsed = readJson(text) as Partial<Organization> | null
  if (typeof parsed?.uuid !== 'string' || typeof parsed.format_version !== 'number')
    throw new StartupRefusal(`${path} is not an export of Parley: check the format and the path.`)
  if (parsed.format_version > NEWEST_FORMAT)
    throw new StartupRefusal(`${path} was written by a newer release of Parley: upgrade this server first.`)
  return { host: '', name: '', ...parsed } as Organization
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

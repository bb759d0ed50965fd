import { foldCase } from '../../../../api/fold-case.ts'
import { visible } from '../channels.ts'
import { importedGroupName } from '../groups.ts'
import { KeySet } from '../key-set.ts'
import { isPossible, subscriptionKey } from '../subscriptions.ts'
import type { SurveyRun } from './survey-run.ts'

export async function surveyGroups({ source, realm, renamed, known, count }: SurveyRun): Promise<void> {
  const before = await known('group')
  const names = new Set<string>()
  for await (const group of source.groups?.() ?? []) {
    if (before.has(group.id)) continue
    count('groups')
    const name = importedGroupName(group)
    if (realm.groups.named(name) || names.has(foldCase(name))) renamed.push(`group ${name}`)
    names.add(foldCase(name))
  }
}

/** Channels and their folders. */
export async function surveyPlaces({ source, realm, channels, renamed, known, count }: SurveyRun): Promise<void> {
  const knownFolders = await known('folder')
  for await (const { id } of source.folders?.() ?? []) if (!knownFolders.has(id)) count('channel folders')
  const knownChannels = await known('channel')
  const names = new Set<string>()
  for await (const channel of source.channels()) {
    channels.set(channel.id, knownChannels.get(channel.id) ?? -1 - channels.size)
    if (knownChannels.has(channel.id)) continue
    count('channels')
    const name = visible(channel.name)
    if (channel.isArchived || name === '') continue
    if (realm.channelByName(name) || names.has(foldCase(name))) renamed.push(`channel ${name}`)
    names.add(foldCase(name))
  }
}

export async function surveySubscriptions(run: SurveyRun): Promise<void> {
  const before = await run.known('subscription')
  const counted = new KeySet()
  for await (const one of run.source.subscriptions()) {
    const key = subscriptionKey(one)
    if (!before.has(key) && isPossible(run, one) && counted.add(key)) run.count('subscriptions')
  }
}

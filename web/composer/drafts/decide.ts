import type { Draft } from '../../../api/objects/personal.ts'
import type { StoredDraft } from '../../kernel/storage/storage.ts'
import { isChanged, versionOf } from './draft-record.ts'

export type ServerDraft = Draft & { id: number }

/** What to do with the text of a composer, after the drafts of the server have changed. */
export type Decision =
  | { kind: 'nothing' }
  /** Another device had the last word. `keep`: the text here stays as a draft of its own. */
  | { kind: 'take'; draft: ServerDraft; keep: boolean }
  /** It was sent or deleted by another device. */
  | { kind: 'clear' }
  /** The text here is newer than what another device made of the same draft: it becomes another draft. */
  | { kind: 'part' }
  /** The server has what is here. */
  | { kind: 'same' }
  /** It is the text here: the page was closed before the server answered that it has it. */
  | { kind: 'adopt'; draft: ServerDraft }

const NOTHING: Decision = { kind: 'nothing' }
const timeOf = ({ timestamp }: Draft): number => timestamp ?? 0

interface Here {
  /** Undefined if the composer is empty. */
  readonly record: StoredDraft | undefined
  /** When it became empty, in seconds. */
  readonly emptiedAt: number
  /** The id of its draft has been seen in the list of the server. */
  readonly isKnown: boolean
}

/** The newest text wins, and no text is lost. `drafts` are those of the conversation, the newest first. */
export function decide({ record, emptiedAt, isKnown }: Here, drafts: readonly ServerDraft[]): Decision {
  const [newest] = drafts
  if (!record) return newest && timeOf(newest) > emptiedAt ? { kind: 'take', draft: newest, keep: false } : NOTHING
  const twin = record.serverId === undefined && drafts.find((one) => versionOf(one) === versionOf(record))
  if (twin) return { kind: 'adopt', draft: twin }
  const isNewer = (draft: Draft) => timeOf(draft) > Math.floor(record.savedAt / 1000)
  const mine = drafts.find(({ id }) => id === record.serverId)
  const isMine = isChanged(record)
  if (record.serverId !== undefined && !mine && isKnown) return isMine ? { kind: 'part' } : { kind: 'clear' }
  if (mine && versionOf(mine) === versionOf(record)) {
    if (isMine) return { kind: 'same' }
  } else if (mine && versionOf(mine) !== record.synced) {
    if (isMine && !isNewer(mine)) return { kind: 'part' }
    return { kind: 'take', draft: mine, keep: isMine }
  }
  if (newest && newest.id !== record.serverId && isNewer(newest)) return { kind: 'take', draft: newest, keep: isMine }
  return NOTHING
}

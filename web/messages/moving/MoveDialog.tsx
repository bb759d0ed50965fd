import { useRef, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { POLICY } from '../../../client/model/indexed.ts'
import { channel, topicPolicy } from '../../channels/store.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { clockTime } from '../../kernel/time.ts'
import { shortNameOf } from '../../people/store.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { focusNeighbour } from '../layers/focus-neighbour.ts'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { ChannelChoice } from './ChannelChoice.tsx'
import { MergeWarning } from './MergeWarning.tsx'
import { MovePreview } from './MovePreview.tsx'
import type { Scope } from './move.ts'
import { moveMessages } from './move-messages.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { MAX_FETCHED_MESSAGES, type TopicMessages } from './topic-messages.ts'
import { useSource } from './use-source.ts'
import { useExisting } from './use-target.ts'

const listed = (source: TopicMessages | null, anchor: FetchedMessage, scope: Scope): readonly FetchedMessage[] | null =>
  source?.messages.filter(({ id }) => (scope === 'one' ? id === anchor.id : scope === 'all' || id >= anchor.id)) ?? null

const countText = (count: number | undefined, source: TopicMessages | null): string => {
  if (count === undefined) return '…'
  return source?.isComplete ? t('move.countOnly', { count }) : t('move.countMany', { count: MAX_FETCHED_MESSAGES })
}

export const MoveDialog = (props: MessageDialogProps) => <Mover {...props} first="later" />
/** The header of a topic opens it. */
export const MoveTopicDialog = (props: MessageDialogProps) => <Mover {...props} first="all" />

/** Moves messages to another topic or channel. It lists what moves, and nothing else is moved. */
function Mover({ message, onClose, first }: MessageDialogProps & { first: Scope }) {
  const [scope, setScope] = useState<Scope>(first)
  const { source, problem, setProblem, reload } = useSource(message)
  const [channelId, setChannel] = useState(message.stream_id ?? 0)
  const [topic, setTopic] = useState(message.subject)
  const [leavesNotes, setNotes] = useState(true)
  const [follows, setFollows] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const topicField = useRef<HTMLInputElement>(null)

  const from = source ?? { channelId: message.stream_id ?? 0, topic: message.subject }
  const moved = listed(source, message, scope)
  const isComplete = scope === 'one' || source?.isComplete !== false
  const count = moved?.length ?? 0
  const isElsewhere = channelId !== from.channelId || topic.trim() !== from.topic
  const found = useExisting({ channelId, topic })
  const existing = found && (channelId !== from.channelId || found.topic !== from.topic) ? found : null
  const isFollowed = topicPolicy(from.channelId, from.topic) === POLICY.followed
  const before = source?.messages.findLast(({ id }) => id < (moved?.[0]?.id ?? 0))

  const move = async () => {
    if (isBusy || !moved) return
    setBusy(true)
    const isStillThere = message.stream_id === from.channelId && message.subject === from.topic
    const to = { channelId, topic: existing?.topic ?? topic.trim() }
    const followsAlong = follows && isFollowed && scope !== 'all'
    const focus = focusNeighbour(message.id)
    const rest = { scope, from, to, messages: moved, isComplete, isMerge: existing !== null, leavesNotes, followsAlong }
    const result = isStillThere ? await moveMessages(rest) : ({ is: 'changed' } as const)
    if (result.is === 'done') {
      onClose()
      focus()
      return
    }
    if (result.is === 'refused') setProblem(result.reason)
    else await reload()
    setBusy(false)
  }
  const notes: Record<Scope, string> = {
    one: `${shortNameOf(message.sender_id) ?? message.sender_full_name}, ${clockTime(message.timestamp)}`,
    later: countText(listed(source, message, 'later')?.length, source),
    all: countText(source?.messages.length, source),
  }
  return (
    <FormDialog
      title={t('move.title')}
      size="wide"
      onClose={onClose}
      hint={isElsewhere ? !existing && t('move.hint') : t('move.nowhere')}
      action={isComplete ? t('move.do', { count }) : t('move.doMany', { count: MAX_FETCHED_MESSAGES })}
      isOff={isBusy || !isElsewhere || count === 0}
      onSubmit={move}
    >
      {problem !== null && (
        <div class="banner boxed" role="alert">
          <Icon name="warn" />
          <span class="grow">{problem}</span>
        </div>
      )}
      <ScopeChoice scope={scope} notes={notes} onChoose={setScope} />
      <div class="two nar">
        <ChannelChoice isMove value={channelId} home={channel(from.channelId)} onChoose={setChannel} />
        <label class="fld">
          <span class="lbl">{t('composer.topic')}</span>
          <input
            ref={topicField}
            class="in"
            dir="auto"
            data-focus
            onFocus={({ currentTarget }) => currentTarget.select()}
            maxLength={state.value?.max_topic_length}
            value={topic}
            onInput={({ currentTarget }) => setTopic(currentTarget.value)}
          />
        </label>
      </div>
      {/* It is said when it appears, where it stands. */}
      <div class="said" aria-live="polite">
        {existing && <MergeWarning existing={existing} onPickOther={() => topicField.current?.focus()} />}
      </div>
      <MovePreview moved={moved} isComplete={isComplete} before={scope === 'all' ? undefined : before} />
      <div class="mv-checks">
        <Check isOn={leavesNotes} label={t('move.notes')} onChange={setNotes} />
        {isFollowed && <Check isOn={follows} label={t('move.follow')} onChange={setFollows} />}
      </div>
    </FormDialog>
  )
}

const Check = ({ isOn, label, onChange }: { isOn: boolean; label: string; onChange: (isOn: boolean) => void }) => (
  <label class="row pick">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {label}
  </label>
)

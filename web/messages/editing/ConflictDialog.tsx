import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { clockTime } from '../../kernel/time.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { Diff } from '../history/Diff.tsx'
import { diffWords } from '../history/word-diff.ts'
import { closeLayer } from '../layer.ts'
import { editing, keepSavedText, leaveConflict, type OpenEdit, saveEdit, setEditText } from './edit-message.ts'
import { mergeTexts } from './merge-texts.ts'
import { TextSide } from './TextSide.tsx'

/** Two devices of one person changed the same message. Both texts are shown, and one of them is chosen. */
export function ConflictDialog() {
  const now = editing.value
  useLayoutEffect(() => {
    // The edit is over, here or in another way.
    if (!now) closeLayer()
  }, [now === null])
  return now?.other ? <Conflict now={now} other={now.other} /> : null
}

type Other = NonNullable<OpenEdit['other']>

function Conflict({ now, other }: { now: OpenEdit; other: Other }) {
  const { base, text, isSaving, refusal } = now
  const [isMerged, setMerged] = useState(false)
  const there = useMemo(() => diffWords(base, other.text), [base, other.text])
  const here = useMemo(() => diffWords(base, text), [base, text])
  const save = async () => {
    if (await saveEdit()) closeLayer()
  }
  const merge = () => {
    setEditText(mergeTexts(base, other.text, text))
    setMerged(true)
  }
  return (
    <Dialog
      title={t('conflict.title')}
      size="xwide"
      onClose={leaveConflict}
      footer={
        <>
          <span class="grow hint">{t('conflict.hint')}</span>
          <button type="button" class="btn" onClick={keepSavedText}>
            {t('conflict.keepSaved')}
          </button>
          <ActionButton class="btn primary" isOff={isSaving} onClick={save}>
            {t('conflict.saveThis')}
          </ActionButton>
        </>
      }
    >
      <div class="conflict">
        <div class="banner boxed" role="alert">
          <Icon name="warn" />
          <span class="grow">
            <b>{t('conflict.alert', { time: clockTime(other.at) })}</b>
            {t('conflict.alertRest')}
          </span>
        </div>
        <div class="two">
          <TextSide
            name={t('conflict.saved')}
            note={clockTime(other.at)}
            label={t('conflict.changedThere')}
            parts={there}
          >
            <div class="txt" dir="auto">
              <Diff parts={there} />
            </div>
          </TextSide>
          <TextSide
            name={t('conflict.this')}
            title={t('conflict.thisNotSaved')}
            isActive
            label={t('conflict.changedHere')}
            parts={here}
          >
            <textarea
              class="txt"
              aria-label={t('conflict.this')}
              data-focus
              dir="auto"
              rows={5}
              value={text}
              onInput={({ currentTarget }) => setEditText(currentTarget.value)}
            />
          </TextSide>
        </div>
        <div class="row wrap">
          <ActionButton class="btn sm" isOff={isMerged} onClick={merge}>
            <Icon name="merge" size="s" />
            {t('conflict.merge')}
          </ActionButton>
          <span class="help-t">
            {t('conflict.compared')} <ins class="ins">{t('diff.added')}</ins> <del class="del">{t('diff.removed')}</del>
          </span>
        </div>
        <Refusal reason={refusal} />
      </div>
    </Dialog>
  )
}

import { useRef, useState } from 'preact/hooks'
import { directPlace } from '../../client/model/place.ts'
import { keepFocus } from '../kernel/focus.ts'
import { t } from '../kernel/texts.ts'
import { ownId } from '../people/store.ts'
import { Connection } from '../ui/Connection.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { beginning, carryText, stopChoosing } from './choose-recipients.ts'
import { focusComposer } from './focus-composer.ts'
import { Recipients } from './Recipients.tsx'
import { WriteHere } from './WriteHere.tsx'

/** A direct message before its conversation is open: to whom it goes, and its text. */
export function NewMessage() {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [loose, setLoose] = useState(beginning)
  const field = useRef<HTMLTextAreaElement>(null)
  const [giveBack] = useState(keepFocus)
  const leave = () => {
    stopChoosing()
    // What was open is shown again first.
    setTimeout(giveBack)
  }
  const choose = (next: readonly number[]) => {
    setLoose(carryText(chosen, next, loose))
    setChosen(next)
  }
  const write = () => (chosen.length > 0 ? focusComposer() : field.current?.focus())
  return (
    <section class="pane">
      <header class="head nob">
        <div class="grow">
          <h1 class="clip">{t('newMessage.title')}</h1>
        </div>
        <IconButton icon="x" label={t('close')} onClick={leave} />
      </header>
      <Connection />
      <Recipients chosen={chosen} onChange={choose} onDone={write} onLeave={leave} />
      {chosen.length > 0 ? (
        <WriteHere place={directPlace(chosen, ownId())} channelId={undefined} />
      ) : (
        <div class="cmp-wrap">
          <div class="cmp" role="group" aria-label={t('newMessage.title')}>
            <textarea
              ref={field}
              class="ta"
              aria-label={t('composer.message')}
              placeholder={t('composer.placeholder.direct')}
              dir="auto"
              rows={1}
              value={loose}
              onInput={({ currentTarget }) => setLoose(currentTarget.value)}
            />
          </div>
        </div>
      )}
    </section>
  )
}

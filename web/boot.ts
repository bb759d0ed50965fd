import { effect } from '@preact/signals'
import { h, render } from 'preact'
import { App, appActions } from './app.tsx'
import { channelName } from './channels/store.ts'
import { startWriting } from './composer/start-writing.ts'
import { startAnswering } from './conversations/answer-message.ts'
import { startFollowing } from './conversations/follow-topic.ts'
import { provideSearch } from './conversations/header/SearchButton.tsx'
import { startOpening } from './conversations/open-place.ts'
import { startStatusEnd } from './conversations/people/status/status-end.ts'
import { startReadingAlong } from './conversations/read-along.ts'
import { startSpeakingNew } from './conversations/speak-new.ts'
import { undoLast } from './kernel/announce.ts'
import { startFocus } from './kernel/focus.ts'
import { addShortcuts, isTextField, startKeyboard } from './kernel/keyboard.ts'
import { startCurrentForm, startNavigation } from './kernel/navigation.ts'
import { startOutbox } from './kernel/outbox.ts'
import { isSessionOver, signInAddress } from './kernel/session.ts'
import { startState, state } from './kernel/state.ts'
import { startOwner } from './kernel/storage/owner.ts'
import { startVersion } from './kernel/version.ts'
import { startLeavingLayers } from './leave-layers.ts'
import { startKeepingEdit } from './messages/editing/keep-edit.ts'
import { startWatchingLayers } from './messages/layers/watch-layer.ts'
import { startNotifying } from './notifications/start-notifying.ts'
import { provideActions } from './palette/actions.ts'
import { startAppKeys } from './palette/app-keys.ts'
import { loadPaletteWhenIdle } from './palette/Layers.tsx'
import { startClockSetting } from './people/clock-setting.ts'
import { startPresence } from './people/report-presence.ts'
import { nameOf } from './people/store.ts'
import { focusSearch, startSearchKey } from './search/focus-search.ts'
import { loadSearchWhenIdle } from './search/Search.tsx'

// The messages of the address are asked for at once, beside register.
startNavigation({ channel: channelName, person: nameOf })
startOpening()
startReadingAlong()
startSpeakingNew()
startAnswering()
startFollowing()
startWatchingLayers()
startLeavingLayers()
startKeepingEdit()
startOwner()
startState()
startCurrentForm(() => state.value !== null)
startKeyboard()
startFocus()
startAppKeys()
provideActions(appActions)
loadPaletteWhenIdle()
startSearchKey()
provideSearch(focusSearch)
loadSearchWhenIdle()
addShortcuts({ keys: ['Ctrl+Z'], run: ({ target }) => !isTextField(target) && undoLast(), inDialog: true })
startVersion()
startNotifying()
void startOutbox()
startWriting()
startClockSetting()
startPresence()
void startStatusEnd()

const place = document.querySelector('#app')
if (place) render(h(App, null), place)

/** Nobody is signed in: the sign-in page leads back to the place that was wanted. */
effect(() => {
  if (isSessionOver.value && state.value === null) location.replace(signInAddress())
})

import { h, render } from 'preact'
import { App } from './app.tsx'
import { channelName } from './channels/store.ts'
import { startOpening } from './conversations/open-place.ts'
import { startFocus } from './kernel/focus.ts'
import { startKeyboard } from './kernel/keyboard.ts'
import { startNavigation } from './kernel/navigation.ts'
import { startOutbox } from './kernel/outbox.ts'
import { startState } from './kernel/state.ts'
import { nameOf } from './people/store.ts'

// The messages of the address are asked for at once, beside register.
startNavigation({ channel: channelName, person: nameOf })
startOpening()
startState()
startKeyboard()
startFocus()
void startOutbox()

const place = document.querySelector('#app')
if (place) render(h(App, null), place)

import { ClientError } from '../../../client/client-error.ts'
import { showToast } from '../../kernel/announce.ts'
import { showFailure } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { onEvent } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { putLink } from '../files/put-link.ts'
import { nameOfTarget } from '../name-of-target.ts'
import { type Target, targetKey, written } from '../store.ts'
import { type CallProvider, callProvider, jitsiServer } from './provider.ts'

const ROOM_DIGITS = 15
const roomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ROOM_DIGITS))].map((byte) => byte % 10).join('')

async function addressOf(provider: CallProvider, name: string): Promise<string> {
  switch (provider) {
    case 'jitsi':
      return `${jitsiServer()?.replace(/\/$/, '')}/${roomName()}`
    case 'zoom':
      return (await session.call('createZoomCall', { is_video_call: true })).url
    case 'webex':
      return (await session.call('createWebexCall', {})).url
    case 'nextcloudTalk':
      return (await session.call('createNextcloudTalkCall', { room_name: name })).url
    case 'constructorGroups':
      return (await session.call('createConstructorGroupsCall', {})).url
    case 'bigBlueButton':
      return (await session.call('createBigBlueButtonCall', { meeting_name: name })).url
  }
}

/** The call that is made as soon as the person has connected an account of the provider. */
let waiting: { readonly target: Target; readonly event: string } | null = null
let isListening = false

/** The provider asks for an account first, in a window of its own. */
function connect(provider: 'zoom' | 'webex', target: Target): void {
  waiting = { target, event: `has_${provider}_token` }
  if (!isListening)
    onEvent((event) => {
      if (event.type !== waiting?.event || !('value' in event) || event.value !== true) return
      const { target: wanted } = waiting
      waiting = null
      void startCall(wanted)
    })
  isListening = true
  showToast(t('calls.connect'))
  window.open(`/calls/${provider}/register`, '_blank', 'noopener,width=800,height=700')
}

/** Makes a call, and puts its link into the text. */
export async function startCall(target: Target): Promise<void> {
  const provider = callProvider.peek()
  if (!provider) return
  try {
    const name = nameOfTarget(target, written(targetKey(target)).peek().topic)
    putLink(target, `[${t('calls.join')}](${await addressOf(provider, name)})`)
  } catch (error) {
    const needsAccount = error instanceof ClientError && error.code === 'INVALID_VIDEO_CALL_PROVIDER_TOKEN'
    if (needsAccount && (provider === 'zoom' || provider === 'webex')) connect(provider, target)
    else showFailure(error)
  }
}
